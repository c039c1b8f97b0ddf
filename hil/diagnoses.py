"""What is probably wrong and what to do about it, by code. The words of the report; nothing here measures."""

from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Diagnosis:
    code: str
    number: str
    """For the work order: HIL-101."""
    text: str
    fix: str

    def to_json(self) -> dict[str, str]:
        return asdict(self)


_KNOWN = {
    "dead_puck": (
        101,
        "The puck at seat {where} does not see a chip.",
        "Check its plug and cable, then swap the puck; if the next one is dead too, look at the line on the board.",
    ),
    "swapped_pucks": (
        102,
        "A chip on seat {where} is seen at seat {seen}.",
        "The plugs of the two seats are swapped: put them right, or run `pucklight hil learn`.",
    ),
    "crosstalk": (
        103,
        "A chip on seat {where} is also seen at seat {seen}.",
        "Look for a pinched cable or a bridge between the two lines.",
    ),
    "bouncing_chip": (
        104,
        "The contact of the puck at seat {where} chatters for {seen} ms.",
        "Clean the puck's contact; replace the puck if it chatters again.",
    ),
    "wearing_puck": (
        105,
        "The contact of the puck at seat {where} begins to chatter: {seen} ms.",
        "Clean or replace the puck within 30 days.",
    ),
    "missed_edges": (
        106,
        "The puck at seat {where} missed or doubled {seen}.",
        "Check the plug for a loose contact; replace the puck.",
    ),
    "slow_puck": (
        107,
        "A chip on seat {where} takes {seen} ms to be told.",
        "Look at the load of the Pi and at the network; then at pins.puck_debounce_ms.",
    ),
    "stuck_puck": (
        108,
        "The puck at seat {where} always sees a chip, or did not see one go.",
        "Look for something that lies on the puck and a short circuit in its cable; then swap the puck.",
    ),
    "dark_lamp": (
        111,
        "The lamp at seat {where} does not show what the table sees there.",
        "Check the lamp's plug; replace the puck.",
    ),
    "dead_key": (
        121,
        "The key {where} is not seen.",
        "Press it again, hard. If it stays dead, replace the keypad; a whole dead row or column is its cable.",
    ),
    "wrong_key": (
        122,
        "The key {where} is seen as {seen}.",
        "The keypad's cable or keypad.layout is wrong: correct it, or run `pucklight hil learn`.",
    ),
    "stuck_key": (
        123,
        "The key {where} is held down.",
        "Free the key and clean its cap; replace the keypad if it sticks again.",
    ),
    "ghost_key": (
        124,
        "With three keys held a fourth was taken: {seen}.",
        "Report this with the record: a ghost must be refused. Keep the table out of play.",
    ),
    "dead_switch": (
        131,
        "The floor's key is not seen at {where}.",
        "Check the plug and the contact of the key switch.",
    ),
    "dead_contact": (
        132,
        "The service contact is not seen.",
        "Check the plug and the contact of the service switch.",
    ),
    "left_service": (
        133,
        "The table left service mode in the middle of the test.",
        "Check the plug and the contact of the service switch; keep chips and hands off the table until it holds.",
    ),
    "deaf_badge": (
        141,
        "The badge reader gives {seen}.",
        "Swipe again with another card; then check the USB plug and badge.path.",
    ),
    "deaf_shuffler": (
        151,
        "The shuffler does not answer.",
        "Check its power, its data cable and shuffler.path; restart the machine; else swap it.",
    ),
    "late_alarm": (
        152,
        "The table needed {seen} s to notice that the shuffler was {where}.",
        "Check the adapter and its cable; replace the USB adapter.",
    ),
    "rows_lost": (
        161,
        "After the broker's outage {seen} rows are missing or doubled.",
        "Keep the table out of play and the journal as it is; call the vendor with this record.",
    ),
    "display": (
        171,
        "The display does not show the meter as it should.",
        "Check the display's cable and its Pi; `pucklight doctor` there says more.",
    ),
    "power_cut": (
        181,
        "After the power cut the table is not as it was: {seen}.",
        "Keep the table out of play; run `pucklight journal verify`; call the vendor with this record.",
    ),
    "lying_disk": (
        182,
        "After the power cut the table had forgotten rows that it had told: {seen}.",
        "Its memory card does not write what it says. Keep the table out of play; replace the card by an approved one.",
    ),
    "clock": (
        191,
        "The table's clock is {seen} ms off.",
        "Check that the Pi reaches a time server (timedatectl); check this laptop's clock too.",
    ),
    "supply": (
        192,
        "The Pi's supply or temperature is out of bounds: {seen}.",
        "Use the official supply and a short cable; clear the vents.",
    ),
    "not_approved": (
        11,
        "The table runs a program that is not approved: {seen}.",
        "Install the approved version, or have this one approved and name it in the station file.",
    ),
    "money_moved": (
        1,
        "The meter or the fees changed during the test: {seen}.",
        "Keep the table out of play; keep the journal; call the vendor with this record.",
    ),
    "story": (
        201,
        "The story {where} did not come true.",
        "Read the line that failed; try it by hand on this bench; report it with the record.",
    ),
    "by_person": (
        301,
        "The technician failed this step: {seen}.",
        "Follow the note.",
    ),
}  # fmt: skip

CODES = tuple(_KNOWN)
_FIRST = ("money_moved", "lying_disk", "rows_lost", "power_cut", "ghost_key", "not_approved")
"""Where players' money is at stake."""
_LAST = ("slow_puck", "wearing_puck")
"""What can wait for a quiet day."""
LEAST_URGENT = len(_FIRST) + 1


def urgency(code: str) -> int:
    """For sorting: what comes first must be done first. The rest keeps the order in which it was found."""
    if code in _FIRST:
        return _FIRST.index(code)
    return len(_FIRST) + (code in _LAST)


def diagnose(code: str, where: object = "", seen: object = "") -> Diagnosis:
    number, text, fix = _KNOWN[code]
    return Diagnosis(code, f"HIL-{number:03d}", text.format(where=where, seen=seen), fix)
