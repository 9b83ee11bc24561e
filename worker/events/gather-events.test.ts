import { expect, test } from "vitest";
import type { DomainEvent } from "#worker/events/catalogue";
import { gatherEvents } from "#worker/events/gather-events";
import type { OrgContext } from "#worker/http/context";

/** A gathering context at a clock of the test's own, and what it has published. */
const gathering = () => {
	const published: string[][] = [];
	let now = 0;
	const publish = (events: readonly DomainEvent[]) => void published.push(events.map(({ id }) => id));
	const { ctx, send } = gatherEvents({ now: () => now, publish } as unknown as OrgContext);
	const commit = (id: string, at: number) => {
		now = at;
		ctx.publish([{ id } as DomainEvent]);
	};
	return { published, send, commit };
};

test("events are kept until they are sent, and sent once", () => {
	const { published, send, commit } = gathering();
	commit("a", 100);
	commit("b", 700);
	expect(published).toEqual([]);
	send();
	send();
	expect(published).toEqual([["a", "b"]]);
});

test("nobody waits a second for a hint while a task goes on", () => {
	const { published, send, commit } = gathering();
	commit("a", 100);
	commit("b", 800);
	commit("c", 900);
	commit("d", 1_700);
	commit("e", 1_750);
	send();
	expect(published).toEqual([["a", "b"], ["c", "d"], ["e"]]);
});
