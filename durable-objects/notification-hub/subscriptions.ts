import { readTopic, type Topic } from "#worker/contract/topics";

/**
 * How long a topic counts as just changed, in milliseconds. why: a page reads before it subscribes, and must not miss
 * a change between. Less than the ten idle seconds after which the hub sleeps and forgets.
 */
export const recentMs = 8_000;

/** Which page hears of which topic, in memory: unpacking a thousand attachments takes too long for a notice. */
export class Subscriptions<Subscriber extends object> {
	private readonly subscribers = new Map<Topic, Set<Subscriber>>();
	private readonly topics = new Map<Subscriber, readonly Topic[]>();
	private readonly changedAt = new Map<Topic, number>();

	/** Puts a subscriber's topics in place of those before; none removes it. */
	set(subscriber: Subscriber, topics: readonly Topic[]): void {
		for (const topic of heardFor(this.topics.get(subscriber) ?? [])) {
			const others = this.subscribers.get(topic);
			others?.delete(subscriber);
			if (others?.size === 0) this.subscribers.delete(topic);
		}
		this.topics.delete(subscriber);
		if (topics.length === 0) return;
		this.topics.set(subscriber, topics);
		for (const topic of heardFor(topics)) {
			const others = this.subscribers.get(topic);
			if (others) others.add(subscriber);
			else this.subscribers.set(topic, new Set([subscriber]));
		}
	}

	/** Returns the pages that hear of any of these topics, and of which. */
	concernedBy(topics: readonly Topic[]): Map<Subscriber, Topic[]> {
		const concerned = new Map<Subscriber, Topic[]>();
		for (const topic of topics)
			for (const subscriber of this.subscribers.get(topic) ?? []) {
				const heard = concerned.get(subscriber);
				if (heard) heard.push(topic);
				else concerned.set(subscriber, [topic]);
			}
		return concerned;
	}

	/** Remembers what has changed. @param now UTC milliseconds. */
	note(topics: readonly Topic[], now: number): void {
		for (const topic of topics) {
			this.changedAt.delete(topic);
			this.changedAt.set(topic, now);
		}
		for (const [topic, at] of this.changedAt) {
			if (at > now - recentMs) break;
			this.changedAt.delete(topic);
		}
	}

	/** Returns those of these topics that have just changed. */
	recentOf(topics: readonly Topic[], now: number): Topic[] {
		return heardFor(topics).filter((topic) => (this.changedAt.get(topic) ?? Number.NEGATIVE_INFINITY) > now - recentMs);
	}
}

/** A page that shows one thing of a kind hears, too, what is said of all of that kind. */
const heardFor = (topics: readonly Topic[]): Topic[] => [
	...new Set(topics.flatMap((topic) => [topic, readTopic(topic).kind])),
];
