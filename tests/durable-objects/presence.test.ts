import { evictDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { join, newHub, person } from "#tests/durable-objects/hub-page";
import { hears, isClosedWith, settle, view } from "#tests/durable-objects/page";

const presence = (applicantId: string, ...ids: string[]) => ({
	type: "presence",
	applicantId,
	people: ids.map(person),
});

/** Two colleagues who look at applicant a. */
const twoViewers = async () => {
	const hub = newHub();
	const [ada, bola] = [await join(hub, "ada"), await join(hub, "bola")];
	view(ada, "a");
	await hears(ada, presence("a"));
	view(bola, "a");
	await hears(bola, presence("a", "ada"));
	await hears(ada, presence("a", "bola"));
	return { hub, ada, bola };
};

test("anyone who opens an applicant sees who else has it open, and is seen", async () => {
	const { hub, ada, bola } = await twoViewers();
	const chidi = await join(hub, "chidi");
	view(chidi, "b");
	await hears(chidi, presence("b"));
	await settle(ada, bola);
	expect([ada.heard, bola.heard]).toEqual([[], []]);
});

test("anyone who goes on to another applicant is gone from the first", async () => {
	const { ada, bola } = await twoViewers();
	view(bola, "b");
	await hears(ada, presence("a"));
	await hears(bola, presence("b"));
	view(ada, "b");
	await hears(bola, presence("b", "ada"));
	view(bola, null);
	await hears(ada, presence("b"));
	await settle(bola);
	expect(bola.heard).toEqual([]);
});

test("anyone who closes the page is gone", async () => {
	const { ada, bola } = await twoViewers();
	bola.socket.close(1000);
	await hears(ada, presence("a"));
});

test("a user's own tabs are no company, and a second tab keeps them present", async () => {
	const { hub, ada, bola } = await twoViewers();
	const again = await join(hub, "ada");
	view(again, "a");
	await hears(again, presence("a", "bola"));
	await hears(bola, presence("a", "ada"));
	ada.socket.close(1000);
	await hears(bola, presence("a", "ada"));
	again.socket.close(1000);
	await hears(bola, presence("a"));
});

test("anyone who is closed by the hub is gone at once", async () => {
	const { hub, ada, bola } = await twoViewers();
	await hub.closeUser("ada");
	await hears(bola, presence("a"));
	await isClosedWith(ada, 4401);
});

test("saying the same again tells nobody anything", async () => {
	const { ada, bola } = await twoViewers();
	view(ada, "a");
	await settle(ada, bola);
	expect([ada.heard, bola.heard]).toEqual([[], []]);
});

test("a user without a right to applicants neither sees nor is seen", async () => {
	const { hub, ada, bola } = await twoViewers();
	const clerk = await join(hub, "clerk", { seesOthers: false });
	view(clerk, "a");
	await settle(clerk, ada, bola);
	expect([clerk.heard, ada.heard, bola.heard]).toEqual([[], [], []]);
});

test("presence survives the hub's sleep", async () => {
	const { hub, ada, bola } = await twoViewers();
	await evictDurableObject(hub);
	const chidi = await join(hub, "chidi");
	await evictDurableObject(hub);
	view(chidi, "a");
	await hears(chidi, presence("a", "ada", "bola"));
	await hears(ada, presence("a", "bola", "chidi"));
	await evictDurableObject(hub);
	bola.socket.close(1000);
	await hears(chidi, presence("a", "ada"));
	await hears(ada, presence("a", "chidi"));
});
