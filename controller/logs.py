"""Logs explain; the journal is the truth. JSON lines under systemd, readable columns on a terminal."""

import logging
import sys

import structlog


def configure(level: str = "info") -> None:
    """`log.info("bets_locked", seats=[2, 5])`: an event name and facts, from our code and from libraries alike."""
    shared: list[structlog.types.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    readable = sys.stderr.isatty()
    renderer: structlog.types.Processor = (
        structlog.dev.ConsoleRenderer() if readable else structlog.processors.JSONRenderer()
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    # It tells of every state it enters; our own line for the row says more.
    logging.getLogger("transitions").setLevel(logging.ERROR)
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
