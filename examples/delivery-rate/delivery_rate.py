"""Prints, by hour and channel, how many of the nudges queued in that hour were delivered.

It reads the event topics from their beginning, or from --since, to their current end. It commits no offsets, so it can
run as often as you like, also beside other consumers.
"""

import argparse
import io
import json
import struct
import sys
import urllib.request
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timezone
from http.client import HTTPException

from confluent_kafka import OFFSET_BEGINNING, Consumer, KafkaError, KafkaException, TopicPartition
from fastavro import parse_schema, schemaless_reader

CHANNELS = {"events.message": "email", "events.sms": "sms", "events.whatsapp": "whatsapp"}
# A WhatsApp message that was read has arrived, and the platform may report only that it was read.
ARRIVED = {"delivered", "read"}
TIMEOUT_SECONDS = 30


def main() -> int:
    options = read_options()
    try:
        counts = count(read_events(options.brokers, Schemas(options.registry), options.since), options.since)
    except (KafkaException, OSError, UnreadableEvent) as error:
        print(f"delivery_rate: {describe(error)}", file=sys.stderr)
        return 1
    print_table(*counts)
    return 0


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="delivery_rate.py", description=__doc__)
    parser.add_argument("--brokers", default="127.0.0.1:19092", help="Kafka, as host:port,… (default: %(default)s)")
    parser.add_argument(
        "--registry",
        default="http://127.0.0.1:18081/apis/ccompat/v7",
        help="base of the schema registry's Confluent API (default: %(default)s)",
    )
    parser.add_argument(
        "--since",
        type=moment,
        metavar="TIME",
        help="leave out nudges queued before this, such as 2026-01-15 or 2026-01-15T12:00+01:00; UTC without an offset",
    )
    return parser.parse_args()


def moment(text: str) -> datetime:
    read = datetime.fromisoformat(text.replace("Z", "+00:00"))
    return read if read.tzinfo else read.replace(tzinfo=timezone.utc)


class UnreadableEvent(Exception):
    pass


class Schemas:
    """The schemas, keyed by the id with which every record begins. Each is fetched once."""

    def __init__(self, registry: str) -> None:
        self._registry = registry.rstrip("/")
        self._by_id: dict[int, dict] = {}

    def decode(self, record: bytes) -> dict:
        if len(record) < 5 or record[0] != 0:
            raise UnreadableEvent("a record does not begin with the id of a schema; was it written by another program?")
        (schema_id,) = struct.unpack(">I", record[1:5])
        if schema_id not in self._by_id:
            self._by_id[schema_id] = self._fetch(schema_id)
        # Read with the writer's schema: newer fields are missing from older records, unknown ones are ignored.
        return schemaless_reader(io.BytesIO(record[5:]), self._by_id[schema_id])

    def _fetch(self, schema_id: int) -> dict:
        url = f"{self._registry}/schemas/ids/{schema_id}"
        try:
            with urllib.request.urlopen(url, timeout=TIMEOUT_SECONDS) as answer:
                return parse_schema(json.loads(json.load(answer)["schema"]))
        except (ValueError, KeyError, HTTPException) as error:
            # The URL is invalid, or another server answered, for example with a web page.
            raise UnreadableEvent(f"schema registry: no schema at {url}: {error!r}") from error


def read_events(brokers: str, schemas: Schemas, since: datetime | None) -> Iterator[tuple[str, dict]]:
    """Yields every event once, with its channel."""
    consumer = Consumer(
        {
            "bootstrap.servers": brokers,
            "group.id": "delivery-rate",
            "enable.auto.commit": False,
            # Events are published in transactions: aborted and uncommitted ones are invisible to this consumer.
            "isolation.level": "read_committed",
            "enable.partition.eof": True,
            # Errors are raised below; the library would also write them to stderr.
            "log_level": 2,
        }
    )
    try:
        partitions = partitions_of(consumer, since)
        # Assigned, not subscribed: without a consumer group, concurrent runs of this program do not share partitions.
        consumer.assign(partitions)
        unfinished = {(each.topic, each.partition) for each in partitions}
        while unfinished:
            message = consumer.poll(TIMEOUT_SECONDS)
            if message is None:
                raise KafkaException(KafkaError(KafkaError._TIMED_OUT))
            if message.error() is None:
                yield CHANNELS[message.topic()], schemas.decode(message.value())
            elif message.error().code() == KafkaError._PARTITION_EOF:
                unfinished.discard((message.topic(), message.partition()))
            else:
                raise KafkaException(message.error())
    finally:
        consumer.close()


def partitions_of(consumer: Consumer, since: datetime | None) -> list[TopicPartition]:
    partitions = []
    for topic in CHANNELS:
        metadata = consumer.list_topics(topic, timeout=TIMEOUT_SECONDS).topics[topic]
        if metadata.error is not None:
            raise KafkaException(metadata.error)
        partitions += [TopicPartition(topic, number, OFFSET_BEGINNING) for number in metadata.partitions]
    if since is None:
        return partitions
    # An event is never in the log before it happened, so records that the broker received earlier can be skipped.
    since_ms = int(since.timestamp() * 1000)
    sought = [TopicPartition(each.topic, each.partition, since_ms) for each in partitions]
    return consumer.offsets_for_times(sought, timeout=TIMEOUT_SECONDS)


Row = tuple[datetime, str]


def count(events: Iterator[tuple[str, dict]], since: datetime | None) -> tuple[Counter[Row], Counter[Row]]:
    """Counts the queued nudges, and those of them that were delivered, in the hour in which each was queued."""
    queued: dict[str, Row] = {}
    arrived: set[str] = set()
    for channel, event in events:
        send_id, what = event.get("send_id"), event["type"].partition(".")[2]
        if send_id is None:
            continue
        if what == "queued" and (since is None or event["occurred_at"] >= since):
            queued[send_id] = (event["occurred_at"].replace(minute=0, second=0, microsecond=0), channel)
        elif what in ARRIVED:
            arrived.add(send_id)
    return Counter(queued.values()), Counter(row for send_id, row in queued.items() if send_id in arrived)


def print_table(queued: Counter[Row], delivered: Counter[Row]) -> None:
    print(f"{'hour (UTC)':<16}  {'channel':<8}  {'queued':>9}  {'delivered':>9}  {'rate':>7}")
    for hour, channel in sorted(queued):
        sent, arrived = queued[hour, channel], delivered[hour, channel]
        print(f"{hour:%Y-%m-%d %H:%M}  {channel:<8}  {sent:>9}  {arrived:>9}  {arrived / sent:>7.1%}")


def describe(error: Exception) -> str:
    if isinstance(error, KafkaException) and isinstance(error.args[0], KafkaError):
        return f"Kafka: {error.args[0].str()}"
    # Only the requests to the registry raise OSError here.
    return f"schema registry: {error}" if isinstance(error, OSError) else str(error)


if __name__ == "__main__":
    sys.exit(main())
