import { expect, test } from "vitest";
import type { OrgContext } from "#worker/context";
import type { DomainEvent } from "#worker/events/catalogue";
import { gatherEvents } from "#worker/events/publish";

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
