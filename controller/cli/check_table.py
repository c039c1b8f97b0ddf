"""What `pucklight check-config` says of a table's settings: who it is, what it plays, which line is what."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller import progressive, tomlfile
from controller.cli import settings as settings_file
from controller.cli import settings_on_disk
from controller.cli.settings import Settings
from controller.errors import ConfigError
from controller.money import dollars
from drivers.wiring import KeypadKind

PLAYERS = 7
"""For the hold that is printed: envy makes it depend on how many play."""


@dataclass(frozen=True)
class Checked:
    """Settings without a mistake, and what a person may want to look at, each with file and line."""

    settings: Settings
    doubts: list[str]
    absent: list[str]


def read(path: Path) -> Checked:
    """ConfigError names everything that is wrong."""
    layers = settings_file.layers(path)
    on_disk = _told(layers, list(settings_on_disk.mistakes(tomlfile.merged(layers))))
    try:
        settings = settings_file.built(layers)
    except ConfigError as error:
        raise ConfigError("\n".join([str(error), *on_disk])) from error
    if on_disk:
        raise ConfigError("\n".join(on_disk))
    doubts, absent = settings_on_disk.doubts(settings), settings_on_disk.absent(settings)
    return Checked(settings, _told(layers, list(doubts)), _told(layers, list(absent)))


def _told(layers: list[tomlfile.Layer], found: list[tuple[str, str]]) -> list[str]:
    return [tomlfile.located(layers, tuple(key.split(".")), message) for key, message in found]


def summary(settings: Settings) -> dict[str, Any]:
    table, pins = settings.table, settings.pins
    return {
        "table": table.id,
        "site": table.site,
        "progressive": _progressive(settings),
        "keypad": {"style": table.keypad, "kind": settings.keypad.kind},
        "seats": [
            {"seat": seat, "puck_gpio": puck, "lamp_gpio": lamp}
            for seat, (puck, lamp) in enumerate(zip(pins.pucks, pins.lamps, strict=True), 1)
        ],
        "key_gpio": pins.key,
        "service_gpio": pins.service,
        "rows_gpio": list(pins.rows),
        "columns_gpio": list(pins.columns),
        "broker": _broker(settings),
        "journal": table.journal,
        "copy": table.copy,
        "shuffler": settings.shuffler.path,
        "cards": len(settings.cards),
    }


def _progressive(settings: Settings) -> dict[str, Any]:
    from controller.progressive_odds import ProgressiveOdds

    rules = progressive.load(settings.table.progressive, settings.table.units)
    hold = ProgressiveOdds(rules).hold(PLAYERS)
    return {
        "name": settings.table.progressive,
        "title": rules.title,
        "fee_cents": rules.fee_cents,
        "seed_cents": rules.seed_cents,
        "hold_percent": f"{float(hold) * 100:.4f}",
        "players": PLAYERS,
    }


def _broker(settings: Settings) -> dict[str, Any]:
    mqtt = settings.mqtt
    proves = [
        word
        for word, given in (("certificate", mqtt.certificate_file), ("password", mqtt.user))
        if given
    ]
    return {"host": mqtt.host, "port": mqtt.actual_port, "tls": mqtt.tls, "proves": proves}


def words(name: str, settings: Settings) -> str:
    facts = summary(settings)
    rules, broker = facts["progressive"], facts["broker"]
    lines = {
        "table": f"{facts['table']} at {facts['site']}",
        "progressive": f"{rules['title']} ({rules['name']})",
        "": f"fee {dollars(rules['fee_cents'])}, seed {dollars(rules['seed_cents'])}, "
        f"hold {rules['hold_percent']} % with {PLAYERS} players",
        "approval": "key to JPH, then J-pot"
        if facts["keypad"]["style"] == "key"
        else f"confirm, then one of {facts['cards']} cards",
        "pucks": ", ".join(f"{one['seat']}: GPIO {one['puck_gpio']}" for one in facts["seats"]),
        "lamps": ", ".join(f"{one['seat']}: GPIO {one['lamp_gpio']}" for one in facts["seats"]),
        "key, service": f"GPIO {facts['key_gpio']}, GPIO {facts['service_gpio']}",
        "keypad": _keypad(settings),
        "shuffler": facts["shuffler"] or "none",
        "broker": f"{broker['host']}:{broker['port']}, {'TLS' if broker['tls'] else 'plain'}, "
        f"{' and '.join(broker['proves']) or 'no login'}",
        "journal": f"{facts['journal']}, second copy {facts['copy'] or 'none'}",
    }
    body = "\n".join(f"  {key:<13} {value}" for key, value in lines.items())
    return f"{name}: a table's settings, no mistakes\n{body}"


def _keypad(settings: Settings) -> str:
    if settings.keypad.kind is KeypadKind.USB:
        return f"USB, {settings.keypad.path}"
    pins = settings.pins
    rows, columns = (", ".join(map(str, lines)) for lines in (pins.rows, pins.columns))
    return f"matrix, rows on GPIO {rows}, columns on GPIO {columns}"
