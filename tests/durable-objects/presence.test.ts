import { evictDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { join, newHub, person } from "#tests/durable-objects/hub-page";
import { hears, isClosedWith, settle, view } from "#tests/durable-objects/page";

const presence = (applicantId: string, ...ids: string[]) => ({
	type: "presence",
	applicantId,
	people: ids.map(person),
});

/** Opens applicant a for two colleagues. */
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

test("shows a user who opens an applicant the others who have it open, and is shown to them", async () => {
	const { hub, ada, bola } = await twoViewers();
	const chidi = await join(hub, "chidi");
	view(chidi, "b");
	await hears(chidi, presence("b"));
	await settle(ada, bola);
	expect([ada.heard, bola.heard]).toEqual([[], []]);
});

test("removes a user from an applicant when they open another", async () => {
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

test("removes a user who closes the page", async () => {
	const { ada, bola } = await twoViewers();
	bola.socket.close(1000);
	await hears(ada, presence("a"));
});

test("does not show a user to themselves in a second tab, which keeps them present", async () => {
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

test("removes a user at once when the hub closes their connection", async () => {
	const { hub, ada, bola } = await twoViewers();
	await hub.closeUser("ada");
	await hears(bola, presence("a"));
	await isClosedWith(ada, 4401);
});

test("sends nothing when a page repeats itself", async () => {
	const { ada, bola } = await twoViewers();
	view(ada, "a");
	await settle(ada, bola);
	expect([ada.heard, bola.heard]).toEqual([[], []]);
});

test("neither shows others to users without a right to applicants, nor shows them to others", async () => {
	const { hub, ada, bola } = await twoViewers();
	const clerk = await join(hub, "clerk", { seesOthers: false });
	view(clerk, "a");
	await settle(clerk, ada, bola);
	expect([clerk.heard, ada.heard, bola.heard]).toEqual([[], [], []]);
});

test("keeps presence while the hub sleeps", async () => {
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
