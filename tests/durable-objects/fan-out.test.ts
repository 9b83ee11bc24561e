import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { maxMessageBytes, maxSocketsPerUser } from "#durable-objects/notification-hub/contract";
import { join, newHub, person } from "#tests/durable-objects/hub-page";
import { hears, isClosedWith, settle, view } from "#tests/durable-objects/page";

const changed = { type: "changed" };

test("a notice reaches every page of the users it is for, once, and nobody else's", async () => {
	const hub = newHub();
	const [ada, adaToo, bola, chidi] = await Promise.all(["ada", "ada", "bola", "chidi"].map((id) => join(hub, id)));
	if (!ada || !adaToo || !bola || !chidi) throw new Error("A page is missing.");
	await hub.notify(["ada", "bola", "ada", "nobody"]);
	await settle(ada, adaToo, bola, chidi);
	for (const page of [ada, adaToo, bola]) expect(page.heard.map((text) => JSON.parse(text))).toEqual([changed]);
	expect(chidi.heard).toEqual([]);
});

test("a broadcast reaches each of a thousand pages once", async () => {
	const hub = newHub();
	const pages = await Promise.all(Array.from({ length: 1_000 }, (_, n) => join(hub, `u${n % 100}`)));
	await hub.broadcast({ type: "changed" });
	await settle(...pages);
	expect(pages.filter((page) => page.heard.length === 1)).toHaveLength(1_000);
});

test("another organisation's hub hears nothing", async () => {
	const [hub, other] = [newHub(), newHub()];
	const page = await join(other, "ada");
	await hub.broadcast({ type: "changed" });
	await hub.notify(["ada"]);
	await settle(page);
	expect(page.heard).toEqual([]);
});

test("a hub that was put to sleep still knows its pages when it wakes", async () => {
	const hub = newHub();
	const [ada, bola] = [await join(hub, "ada"), await join(hub, "bola")];
	await evictDurableObject(hub);
	await hub.notify(["ada"]);
	await hears(ada, changed);
	await evictDurableObject(hub);
	await hub.broadcast({ type: "changed" });
	await hears(ada, changed);
	await hears(bola, changed);
	await evictDurableObject(hub);
	await hub.closeUser("ada");
	await isClosedWith(ada, 4401);
	expect(bola.closed()).toBeUndefined();
});

test("a ping is answered, also while the hub sleeps", async () => {
	const hub = newHub();
	const page = await join(hub, "ada");
	await settle(page);
	await evictDurableObject(hub);
	await settle(page);
	// why: a hub that the ping had woken could be put to sleep again.
	await expect(evictDurableObject(hub)).rejects.toThrow();
});

test("the page's close is answered with its own code, a reserved one with 1000", async () => {
	const hub = newHub();
	const [going, silent] = [await join(hub, "ada"), await join(hub, "ada")];
	going.socket.close(4001, "going");
	await isClosedWith(going, 4001);
	silent.socket.close();
	await isClosedWith(silent, 1000);
	await hub.broadcast({ type: "changed" });
});

test("one user's socket too many closes the oldest with 4429", async () => {
	const hub = newHub();
	const pages = [];
	for (let n = 0; n < maxSocketsPerUser; n++) pages.push(await join(hub, "ada"));
	const other = await join(hub, "bola");
	const next = await join(hub, "ada");
	const [oldest, ...rest] = pages;
	if (!oldest) throw new Error("No page.");
	await isClosedWith(oldest, 4429);
	await hub.broadcast({ type: "changed" });
	await settle(...rest, next, other);
	for (const page of [...rest, next, other]) expect([page.closed(), page.heard.length]).toEqual([undefined, 1]);
});

test("a message that is too large closes the socket with 1009", async () => {
	const page = await join(newHub(), "ada");
	page.socket.send("x".repeat(maxMessageBytes));
	await settle(page);
	page.socket.send("₦".repeat(maxMessageBytes / 3 + 1));
	await isClosedWith(page, 1009);
});

test("a message that makes no sense gets no answer", async () => {
	const page = await join(newHub(), "ada");
	for (const message of ["", "{", "null", '{"type":"viewing","applicantId":{}}', new ArrayBuffer(8)])
		page.socket.send(message);
	await settle(page);
	expect([page.heard, page.closed()]).toEqual([[], undefined]);
});

test("blocking a user closes all their pages with 4401, ending a session only its own", async () => {
	const hub = newHub();
	const desk = await join(hub, "ada", { sessionId: "desk" });
	const phone = await join(hub, "ada", { sessionId: "phone" });
	const bola = await join(hub, "bola");
	await hub.closeSession("desk");
	await isClosedWith(desk, 4401);
	await settle(phone, bola);
	await hub.closeUser("ada");
	await isClosedWith(phone, 4401);
	await settle(bola);
	expect(bola.closed()).toBeUndefined();
});

test("a page whose session has run out before it came is closed with 4401 and hears nothing", async () => {
	const hub = newHub();
	const late = [await join(hub, "ada", { expiresAt: Date.now() - 1 }), await join(hub, "ada", { expiresAt: 0 })];
	const bola = await join(hub, "bola");
	await hub.broadcast({ type: "changed" });
	await hub.notify(["ada"]);
	await hears(bola, changed);
	for (const page of late) {
		await isClosedWith(page, 4401);
		expect(page.heard).toEqual([]);
	}
});

test("each page is closed with 4401 when its session runs out, though nothing else happens and the hub sleeps", async () => {
	const hub = newHub();
	const now = Date.now();
	const second = await join(hub, "ada", { expiresAt: now + 1_200 });
	const first = await join(hub, "bola", { expiresAt: now + 600 });
	const staying = await join(hub, "chidi");
	await settle(first, second, staying);
	await evictDurableObject(hub);
	await isClosedWith(first, 4401);
	expect(second.closed()).toBeUndefined();
	await isClosedWith(second, 4401);
	await hub.broadcast({ type: "changed" });
	await hub.notify(["ada", "bola"]);
	await hears(staying, changed);
	expect([first.heard, second.heard]).toEqual([[], []]);
});

test("a page that speaks after its session has run out is closed with 4401, whatever the alarm does", async () => {
	const hub = newHub();
	const speaking = await join(hub, "ada", { expiresAt: Date.now() + 300 });
	await runInDurableObject(hub, (_, { storage }) => storage.deleteAlarm());
	await scheduler.wait(350);
	expect(speaking.closed()).toBeUndefined();
	speaking.socket.send('{"type":"viewing","applicantId":"a"}');
	await isClosedWith(speaking, 4401);
});

test("whoever's session runs out is gone from the applicant they had open", async () => {
	const hub = newHub();
	const [ada, bola] = [await join(hub, "ada"), await join(hub, "bola", { expiresAt: Date.now() + 800 })];
	view(ada, "a");
	await hears(ada, { type: "presence", applicantId: "a", people: [] });
	view(bola, "a");
	await hears(ada, { type: "presence", applicantId: "a", people: [person("bola")] });
	await isClosedWith(bola, 4401);
	await hears(ada, { type: "presence", applicantId: "a", people: [] });
});
