"""The shipped unit under a real systemd, with the real pin library on the kernel's own simulated pins."""

import pytest

from tests.vm.vm_table import VmTable

pytestmark = pytest.mark.vm

RESTART_S = 90


def test_the_unit_runs_with_its_hardening_and_the_real_pin_library(table: VmTable) -> None:
    assert table.shown("ActiveState") == "active"
    pid = table.shown("MainPID")
    status = dict(line.split(":", 1) for line in table.want(f"cat /proc/{pid}/status").splitlines())
    facts = {name: value.strip() for name, value in status.items()}
    assert {facts[name] for name in ("CapPrm", "CapEff", "CapBnd", "CapAmb")} == {"0" * 16}
    assert (facts["NoNewPrivs"], facts["Seccomp"]) == ("1", "2")
    assert facts["Uid"].split()[0] != "0"
    assert "_lgpio" in table.want(f"cat /proc/{pid}/maps")
    assert "/dev/gpiochip0" in table.want(f"ls -l /proc/{pid}/fd")
    assert "/dev/input/event" in table.want(f"ls -l /proc/{pid}/fd")


def test_a_hung_daemon_is_started_again(table: VmTable) -> None:
    table.heard.wait(lambda _: bool(table.boots()))
    (first,) = table.boots()
    table.want("systemctl kill --kill-who=main --signal=STOP pucklight")
    table.heard.wait(lambda _: bool(table.boots() - {first}), RESTART_S)
    assert table.shown("NRestarts") == "1"
    assert table.shown("ActiveState") == "active"


def test_a_wrong_config_ends_with_78_and_is_not_tried_again(table: VmTable) -> None:
    table.want("echo 'nonsense = 1' >> /etc/pucklight/table.toml")
    assert table.run("systemctl restart pucklight", RESTART_S).code != 0
    assert table.shown("ExecMainStatus") == "78"
    # A unit that is to be started again is "activating"; "failed" is the end.
    assert (table.shown("ActiveState"), table.shown("NRestarts")) == ("failed", "0")


def test_an_orderly_stop_is_no_failure(table: VmTable) -> None:
    table.want("systemctl stop pucklight", RESTART_S)
    assert (table.shown("ActiveState"), table.shown("ExecMainStatus")) == ("inactive", "0")
    table.heard.wait(lambda _: table.status()["state"] == "offline")


def test_a_table_whose_pins_are_taken_away_goes_out_of_service_and_says_why(table: VmTable) -> None:
    table.heard.wait(lambda _: table.status().get("state") == "in_service")
    boot = table.status()["boot"]
    table.order("board gone")
    table.heard.wait(lambda _: table.status()["state"] == "out_of_service", RESTART_S)
    assert (
        table.status()["boot"] == boot
    )  # The same process: it noticed, it did not just fall over.
    assert "check the board" in table.status()["reason"]
    # Then the watchdog starts it anew, and it stays closed: the chip is not there.
    table.heard.wait(lambda _: table.raised("self_check"), RESTART_S)
    assert "/dev/gpiochip0" in table.status()["reason"]
    assert table.status()["state"] == "out_of_service"
