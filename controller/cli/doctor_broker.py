"""Does the table get through to its broker? Layer by layer, and the first that fails is named.

Name and address, TCP, TLS, login, subscribing, publishing, hearing it back; and how long the certificates hold.
"""

import socket
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from controller.cli import certificate
from controller.cli.doctor_case import Case
from controller.cli.doctor_finding import Finding, Findings, Mark, ok, problem, warning
from controller.errors import ConfigError
from controller.mqtt_settings import MqttSettings
from drivers.mqtt_connection import Access
from drivers.mqtt_probe import Step, Stop, talk

WAIT_S = 4.0
SOON = timedelta(days=30)
PLAYS_ON = "the table plays on and keeps every row, but displays and the Game Manager hear nothing"


def broker(case: Case) -> Findings:
    from drivers.mqtt import access

    mqtt = case.settings.mqtt
    where = f"{mqtt.host}:{mqtt.actual_port}"
    try:
        keys = access(mqtt)
    except ConfigError as error:
        yield problem("broker.files", str(error), "the table does not start", "correct the file")
        return
    if stopped := _tcp(mqtt, where):
        yield stopped
        return
    yield ok("broker.tcp", f"{where}: something listens there")
    if keys.tls:
        found = _tls(mqtt, keys.tls, where)
        yield found
        if found.mark is Mark.PROBLEM:
            return
    yield from _talked(case, keys, where)


def _tcp(mqtt: MqttSettings, where: str) -> Finding | None:
    try:
        socket.create_connection((mqtt.host, mqtt.actual_port), timeout=WAIT_S).close()
    except socket.gaierror as error:
        return problem(
            "broker.name",
            f'no address is known for "{mqtt.host}": {error.strerror}',
            PLAYS_ON,
            "see mqtt.host and the network's name server",
        )
    except OSError as error:
        reason = error.strerror or str(error)
        return problem(
            "broker.tcp",
            f"{where}: cannot be reached: {reason}",
            PLAYS_ON,
            "see that the broker runs, that the cable is in, and mqtt.host and mqtt.port",
        )
    return None


def _tls(mqtt: MqttSettings, context: ssl.SSLContext, where: str) -> Finding:
    try:
        with (
            socket.create_connection((mqtt.host, mqtt.actual_port), timeout=WAIT_S) as plain,
            context.wrap_socket(plain, server_hostname=mqtt.host) as secure,
        ):
            name, der = secure.version(), secure.getpeercert(binary_form=True)
    except ssl.SSLCertVerificationError as error:
        return problem(
            "broker.tls",
            f"{where}: its certificate does not hold: {error.verify_message}",
            PLAYS_ON,
            "see mqtt.ca_file, the name in mqtt.host, and both machines' clocks",
        )
    except OSError as error:
        reason = getattr(error, "reason", None) or error.strerror or error
        return problem(
            "broker.tls",
            f"{where}: speaks no TLS with us: {reason}",
            PLAYS_ON,
            "see that mqtt.port is the broker's TLS port, and mqtt.certificate_file",
        )
    ends = certificate.parsed(der or b"").ends
    told = f"{where}: {name}, its certificate holds until {ends:%Y-%m-%d}"
    return _by_time("broker.tls", told, ends, "renew the broker's certificate")


def _talked(case: Case, keys: Access, where: str) -> Iterator[Finding]:
    stop = talk(case.settings.mqtt, case.place, keys, WAIT_S)
    if stop is None:
        yield ok("broker.login", f"{where}: lets the table in")
        yield ok("broker.loop", "what the table publishes can be heard")
        return
    if stop.step is not Step.LOGIN:
        yield ok("broker.login", f"{where}: lets the table in")
    yield _stopped(case, stop, where)


def _stopped(case: Case, stop: Stop, where: str) -> Finding:
    topic = f"{case.place.prefix}alert/doctor"
    match stop.step:
        case Step.LOGIN:
            return problem(
                "broker.login",
                f"{where}: refused the login: {stop.reason}",
                PLAYS_ON,
                "see mqtt.user, mqtt.password_file and mqtt.certificate_file, and whom the broker knows",
            )
        case Step.HEAR:
            return warning(
                "broker.loop",
                f"{where}: took {topic} and did not give it back: {stop.reason}",
                "its access list may lack one line, or it takes messages and passes none on",
                "compare its access list with config/mosquitto/acl; see that a display hears the table",
            )
        case _:
            return problem(
                f"broker.{stop.step}",
                f"{where}: {stop.step} of {topic} refused: {stop.reason}",
                PLAYS_ON,
                "see the broker's access list: table.site and table.id must be those it names "
                "(config/mosquitto/acl)",
            )


def certificates(case: Case) -> Findings:
    mqtt = case.settings.mqtt
    for key in ("ca_file", "certificate_file"):
        if name := getattr(mqtt, key):
            yield _certificate(f"certificate.{key}", key, Path(name), case)


def _certificate(code: str, key: str, path: Path, case: Case) -> Finding:
    try:
        found = certificate.read(path)
    except ConfigError as error:
        return problem(code, str(error), "the table does not start", f"correct mqtt.{key}")
    table = case.settings.table.id
    if key == "certificate_file" and found.name != table:
        return warning(
            code,
            f'{path}: names "{found.name}", this table is "{table}"',
            "under the shipped access list the broker refuses every row",
            "use the certificate of this table",
        )
    what = f'{path}: of "{found.name}", holds until {found.ends:%Y-%m-%d}'
    return _by_time(code, what, found.ends, "have a new one signed (docs/mqtt.md says how)")


def _by_time(code: str, what: str, ends: datetime, action: str) -> Finding:
    left = ends - datetime.now(UTC)
    if left <= timedelta(0):
        return problem(code, what, f"it has expired: {PLAYS_ON}", action)
    if left < SOON:
        return warning(code, what, f"{left.days} days are left", action)
    return ok(code, what)
