import { expect, test } from "vitest";
import type { OrgContext } from "#worker/context";
import type { Env, EventMessage } from "#worker/env";
import type { DomainEvent } from "#worker/events/catalogue";
import { gatherEvents, publishEvents } from "#worker/events/publish";

/** A gathering context whose waits end when the test says so, and what it has published. */
const gathering = () => {
	const published: string[][] = [];
	const waits: { ms: number; over: () => void }[] = [];
	const publish = (events: readonly DomainEvent[]) => void published.push(events.map(({ id }) => id));
	const { ctx, send } = gatherEvents({ publish } as unknown as OrgContext, (ms) => {
		const { promise, resolve } = Promise.withResolvers<void>();
		waits.push({ ms, over: resolve });
		return promise;
	});
	const commit = (id: string) => ctx.publish([{ id } as DomainEvent]);
	const pass = async () => {
		waits.shift()?.over();
		await Promise.resolve();
	};
	return { published, waits, send, commit, pass };
};

test("keeps events until they are sent, and sends them once", async () => {
	const { published, send, commit, pass } = gathering();
	commit("a");
	commit("b");
	expect(published).toEqual([]);
	send();
	send();
	await pass();
	expect(published).toEqual([["a", "b"]]);
});

test("publishes a hint within a second, however long the next slice takes", async () => {
	const { published, waits, commit, pass } = gathering();
	commit("a");
	commit("b");
	expect(waits.map(({ ms }) => ms < 1_000)).toEqual([true]);
	await pass();
	expect(published).toEqual([["a", "b"]]);
	commit("c");
	await pass();
	expect(published).toEqual([["a", "b"], ["c"]]);
});

test("no message is longer than a queue takes, however many events are published at once", async () => {
	const sent: EventMessage[] = [];
	const env = {
		EVENTS: { send: async (message: EventMessage) => void sent.push(message) },
		NOTIFICATION_HUB: { idFromName: () => "", get: () => ({ notify: async () => undefined }) },
	} as unknown as Env;
	const event = { type: "task.started", payload: { taskId: "t", taskType: "EXPORT", userId: "u", total: 1 } };
	const ids = Array.from({ length: 5_000 }, () => crypto.randomUUID());
	const published = ids.map((id) => ({ ...event, id, organisationId: "o" }) as unknown as DomainEvent);
	await publishEvents(env, "o".repeat(64), published);
	expect(sent.flatMap(({ eventIds }) => eventIds)).toEqual(ids);
	const longest = Math.max(...sent.map((message) => Buffer.byteLength(JSON.stringify(message))));
	// why half: the runtime's own way of writing a message may take more than JSON.
	expect(longest).toBeLessThan(128_000 / 2);
});
