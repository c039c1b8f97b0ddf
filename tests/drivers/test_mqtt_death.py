"""What the world sees when a table dies: a real process, killed."""

import subprocess
import sys
import time

from controller import messages
from controller.events import BrokerUp
from tests.broker import Mosquitto
from tests.drivers.outbox import WHO, Outbox, settings
from tests.subscriber import listening

TABLE = """
import sys
from tests.drivers.outbox import Outbox, settings
table = Outbox(settings(int(sys.argv[1])), rows=3)
table.run_until(lambda table: False, wait_s=60)
"""


def test_the_last_will_says_offline_when_the_process_is_killed(broker: Mosquitto) -> None:
    with listening(broker.port) as subscriber:
        process = subprocess.Popen([sys.executable, "-c", TABLE, str(broker.port)])
        try:
            subscriber.wait_for("event", 3)
        finally:
            process.kill()
            process.wait()
        killed = time.monotonic()
        subscriber.wait_for("status", 2)
        assert time.monotonic() - killed < 2
        assert [body["state"] for body in subscriber.bodies("status")] == ["in_service", "offline"]
        assert subscriber.bodies("status")[1] == messages.last_will(WHO)
    with listening(broker.port) as latecomer:
        latecomer.wait_for("status")
        assert latecomer.bodies("status") == [messages.last_will(WHO)]


def test_a_hop_through_the_broker_is_not_stalled(broker: Mosquitto) -> None:
    with listening(broker.port) as subscriber, Outbox(settings(broker.port)) as table:
        table.await_one(BrokerUp)
        hops = []
        for seq in range(1, 101):
            before = time.monotonic()
            table.add(1)
            subscriber.wait_for("event", seq)
            hops.append(time.monotonic() - before)
            table.run_until(lambda table, seq=seq: table.cursor == seq)  # type: ignore[misc]
        # A stall costs 40 ms; a hop on one machine takes one or two.
        assert sorted(hops)[50] < 0.020, f"median of {sorted(hops)[50] * 1000:.1f} ms"
