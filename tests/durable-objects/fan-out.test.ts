import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { maxMessageBytes, maxMessages, maxSocketsPerUser, maxTopics } from "#durable-objects/notification-hub/contract";
import type { Member } from "#durable-objects/notification-hub/member";
import { join, newHub, person } from "#tests/durable-objects/hub-page";
import { changed, handled, hears, isClosedWith, type Page, settle, subscribe, view } from "#tests/durable-objects/page";
import type { Topic } from "#worker/contract/topics";

/** Opens a page that shows some topics, and reads everything it was sent so far. */
const shows = async (hub: ReturnType<typeof newHub>, userId: string, ...topics: Topic[]) => {
	const page = await join(hub, userId);
	subscribe(page, ...topics);
	await handled(page);
	return page;
};

const heardBy = (page: Page) => page.heard.map((text) => JSON.parse(text));

test("sends a change once to each page that shows one of its topics, with those topics, and to no other page", async () => {
	const hub = newHub();
	const [law, medicine, both, none] = [
		await shows(hub, "ada", "applicants:law"),
		await shows(hub, "ada", "applicants:medicine"),
		await shows(hub, "bola", "applicants:law", "views", "applicants:medicine"),
		await shows(hub, "chidi"),
	];
	await hub.notify(["applicants:law", "applicants:art", "views"]);
	await settle(law, medicine, both, none);
	expect(heardBy(law)).toEqual([changed("applicants:law")]);
	expect(heardBy(both)).toEqual([changed("applicants:law", "views")]);
	expect([heardBy(medicine), heardBy(none)]).toEqual([[], []]);
});

test("sends a change of a whole kind once to each page that shows some of it", async () => {
	const hub = newHub();
	const page = await shows(hub, "ada", "applicants:law", "applicants:medicine");
	await hub.notify(["applicants"]);
	await settle(page);
	expect(heardBy(page)).toEqual([changed("applicants")]);
});

test("sends a page the topics of its latest subscription, and no earlier ones", async () => {
	const hub = newHub();
	const page = await shows(hub, "ada", "applicants:law", "views");
	subscribe(page, "applicants:medicine");
	await handled(page);
	await hub.notify(["applicants:law", "views"]);
	await hub.notify(["applicants:medicine"]);
	await settle(page);
	expect(heardBy(page)).toEqual([changed("applicants:medicine")]);
});

test("sends nothing to a closed page, and still reaches the others", async () => {
	const hub = newHub();
	const [going, staying] = [await shows(hub, "ada", "views"), await shows(hub, "bola", "views")];
	going.socket.close(1000);
	await isClosedWith(going, 1000);
	await hub.notify(["views"]);
	await settle(staying);
	expect([going.heard, heardBy(staying)]).toEqual([[], [changed("views")]]);
});

test("sends every page its own user's notifications without a subscription", async () => {
	const hub = newHub();
	const [ada, adaToo, bola] = [await join(hub, "ada"), await shows(hub, "ada", "views"), await join(hub, "bola")];
	await hub.notify(["notifications:ada"]);
	await settle(ada, adaToo, bola);
	for (const page of [ada, adaToo]) expect(heardBy(page)).toEqual([changed("notifications:ada")]);
	expect(bola.heard).toEqual([]);
});

test("refuses another user's private topics, and accepts the other topics of the subscription", async () => {
	const hub = newHub();
	const bola = await shows(
		hub,
		"bola",
		"notifications:ada",
		"tasks:ada",
		"notifications",
		"tasks",
		"views",
		"tasks:bola",
	);
	await hub.notify(["notifications:ada", "tasks:ada"]);
	await settle(bola);
	expect(bola.heard).toEqual([]);
	await hub.notify(["views", "tasks:bola"]);
	await settle(bola);
	expect(heardBy(bola)).toEqual([changed("views", "tasks:bola")]);
});

test("tells a page once and at once when it subscribes to a topic that has just changed", async () => {
	const hub = newHub();
	await hub.notify(["applicants:law", "views"]);
	const page = await shows(hub, "ada", "applicants:law", "reasons");
	expect(heardBy(page)).toEqual([changed("applicants:law")]);
	subscribe(page, "applicants:law", "views");
	await handled(page);
	expect(heardBy(page).slice(1)).toEqual([changed("views")]);
});

test("reaches each of a thousand pages once", async () => {
	const hub = newHub();
	const pages = await Promise.all(Array.from({ length: 1_000 }, (_, n) => join(hub, `u${n % 100}`)));
	for (const page of pages) subscribe(page, "applicants:law");
	const attachments = () =>
		runInDurableObject(hub, (_, state) => state.getWebSockets().map((socket) => socket.deserializeAttachment()));
	const isSubscribed = ({ topics }: Member) => topics.includes("applicants:law");
	await vi.waitFor(async () => expect((await attachments()).every(isSubscribed)).toBe(true), { timeout: 10_000 });
	await hub.notify(["applicants:law"]);
	await settle(...pages);
	expect(pages.filter((page) => page.heard.length === 1)).toHaveLength(1_000);
});

test("sends each of a hundred changes at once to each of three hundred pages, in their order", async () => {
	const hub = newHub();
	const topics: Topic[] = ["applicants:law", "views", "applicants:medicine", "reasons"];
	const pages = await Promise.all(Array.from({ length: 300 }, (_, n) => shows(hub, `u${n % 30}`, ...topics)));
	const other = await shows(hub, "zainab", "applicants:art");
	const changes = Array.from({ length: 100 }, (_, n) => topics[(n * n + n) % 3] ?? "views");
	const began = Date.now();
	await Promise.all(changes.map((topic) => hub.notify([topic])));
	await settle(...pages, other);
	const tookMs = Date.now() - began;
	const expected = changes.map((topic) => changed(topic));
	for (const page of pages) expect(heardBy(page)).toEqual(expected);
	expect([other.heard, pages.filter((page) => page.closed() !== undefined)]).toEqual([[], []]);
	// why so long: the machine is shared; a hub that read something for each message would take minutes.
	expect(tookMs).toBeLessThan(10_000);
});

test("sends nothing to another organisation's hub", async () => {
	const [hub, other] = [newHub(), newHub()];
	const page = await shows(other, "ada", "views");
	await hub.notify(["views", "notifications:ada"]);
	await settle(page);
	expect(page.heard).toEqual([]);
});

test("remembers the topics of its pages when the hub wakes after sleeping", async () => {
	const hub = newHub();
	const [ada, bola] = [await shows(hub, "ada", "views"), await shows(hub, "bola", "applicants:law", "views")];
	await evictDurableObject(hub);
	await hub.notify(["applicants:law"]);
	await hears(bola, changed("applicants:law"));
	await evictDurableObject(hub);
	subscribe(bola, "reasons");
	await handled(bola);
	await evictDurableObject(hub);
	await hub.notify(["views"]);
	await hub.notify(["reasons"]);
	await hears(ada, changed("views"));
	await hears(bola, changed("reasons"));
	await evictDurableObject(hub);
	await hub.closeUser("ada");
	await isClosedWith(ada, 4401);
	expect([bola.closed(), ada.heard, bola.heard]).toEqual([undefined, [], []]);
});

test("accepts as many topics for a page as a socket can store, and no more", async () => {
	const hub = newHub();
	const longest = (n: number): Topic => `candidate-groups:${String(n).padStart(64, "0")}`;
	const all = Array.from({ length: maxTopics }, (_, n) => longest(n));
	const page = await join(hub, "a".repeat(64), { userName: "Ọ".repeat(200) });
	subscribe(page, ...all);
	await handled(page);
	await evictDurableObject(hub);
	await hub.notify(all.slice(-1));
	await hears(page, changed(...all.slice(-1)));
	subscribe(page, ...all, longest(maxTopics));
	await handled(page);
	await hub.notify([longest(maxTopics)]);
	await settle(page);
	expect(page.heard).toEqual([]);
});

test("responds to a ping, also while the hub sleeps", async () => {
	const hub = newHub();
	const page = await join(hub, "ada");
	await settle(page);
	await evictDurableObject(hub);
	await settle(page);
	// why: a hub that the ping has woken could go to sleep again.
	await expect(evictDurableObject(hub)).rejects.toThrow();
});

test("closes with the page's own code, and with 1000 for a reserved one", async () => {
	const hub = newHub();
	const [going, silent] = [await join(hub, "ada"), await join(hub, "ada")];
	going.socket.close(4001, "going");
	await isClosedWith(going, 4001);
	silent.socket.close();
	await isClosedWith(silent, 1000);
	await hub.notify(["notifications:ada"]);
});

test("closes the oldest socket with 4429 when a user opens too many", async () => {
	const hub = newHub();
	const pages = [];
	for (let n = 0; n < maxSocketsPerUser; n++) pages.push(await join(hub, "ada"));
	const other = await join(hub, "bola");
	const next = await join(hub, "ada");
	const [oldest, ...rest] = pages;
	if (!oldest) throw new Error("No page.");
	await isClosedWith(oldest, 4429);
	await hub.notify(["notifications:ada", "notifications:bola"]);
	await settle(...rest, next, other);
	for (const page of [...rest, next, other]) expect([page.closed(), page.heard.length]).toEqual([undefined, 1]);
});

test("closes the socket with 1009 after a message that is too large", async () => {
	const page = await join(newHub(), "ada");
	page.socket.send("x".repeat(maxMessageBytes));
	await settle(page);
	page.socket.send("₦".repeat(maxMessageBytes / 3 + 1));
	await isClosedWith(page, 1009);
});

test("closes a page with 4429 that sends more messages than its window allows", async () => {
	const hub = newHub();
	const [page, other] = [await join(hub, "ada"), await join(hub, "bola")];
	for (let sent = 0; sent < maxMessages; sent++) view(page, `applicant-${sent % 2}`);
	await settle(page);
	expect(page.closed()).toBeUndefined();
	for (let sent = 0; sent < 3; sent++) view(page, "one-too-many");
	await isClosedWith(page, 4429);
	await settle(other);
	expect(other.closed()).toBeUndefined();
});

test("ignores a malformed message", async () => {
	const page = await join(newHub(), "ada");
	for (const message of [
		"",
		"{",
		"null",
		'{"type":"viewing","applicantId":{}}',
		'{"type":"subscribe"}',
		new ArrayBuffer(8),
	])
		page.socket.send(message);
	await settle(page);
	expect([page.heard, page.closed()]).toEqual([[], undefined]);
});

test("closes all pages of a blocked user with 4401, and of an ended session only its own", async () => {
	const hub = newHub();
	const laptop = await join(hub, "ada", { sessionId: "laptop" });
	const phone = await join(hub, "ada", { sessionId: "phone" });
	const bola = await join(hub, "bola");
	await hub.closeSession("laptop");
	await isClosedWith(laptop, 4401);
	await settle(phone, bola);
	await hub.closeUser("ada");
	await isClosedWith(phone, 4401);
	await settle(bola);
	expect(bola.closed()).toBeUndefined();
});

test("closes a page with 4401, and sends it nothing, when its session had expired before it connected", async () => {
	const hub = newHub();
	const late = [await join(hub, "ada", { expiresAt: Date.now() - 1 }), await join(hub, "ada", { expiresAt: 0 })];
	const bola = await join(hub, "bola");
	await hub.notify(["notifications:ada", "notifications:bola"]);
	await hears(bola, changed("notifications:bola"));
	for (const page of late) {
		await isClosedWith(page, 4401);
		expect(page.heard).toEqual([]);
	}
});

test("closes each page with 4401 when its session expires, even while the hub sleeps", async () => {
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
	await hub.notify(["notifications:ada", "notifications:bola", "notifications:chidi"]);
	await hears(staying, changed("notifications:chidi"));
	expect([first.heard, second.heard]).toEqual([[], []]);
});

test("closes a page with 4401 that sends a message after its session has expired, even before the alarm", async () => {
	const hub = newHub();
	const speaking = await join(hub, "ada", { expiresAt: Date.now() + 300 });
	await runInDurableObject(hub, (_, { storage }) => storage.deleteAlarm());
	await scheduler.wait(350);
	expect(speaking.closed()).toBeUndefined();
	speaking.socket.send('{"type":"viewing","applicantId":"a"}');
	await isClosedWith(speaking, 4401);
});

test("closes the pages of an expired session however often closing them fails before", async () => {
	const hub = newHub();
	const page = await join(hub, "ada", { expiresAt: Date.now() + 3_000 });
	const staying = await join(hub, "bola");
	const logged = vi.spyOn(console, "error").mockImplementation(() => {});
	await runInDurableObject(hub, (instance, { storage }) => {
		Object.defineProperty(instance, "dismiss", {
			configurable: true,
			value: () => {
				throw new Error("no room");
			},
		});
		return storage.deleteAlarm();
	});
	await scheduler.wait(3_050);
	for (let fault = 0; fault < 7; fault++) {
		await runInDurableObject(hub, (_, { storage }) => storage.setAlarm(Date.now() + 60_000));
		expect(await runDurableObjectAlarm(hub)).toBe(true);
		const again = await runInDurableObject(hub, (_, { storage }) => storage.getAlarm());
		expect(again, "soon, not when the next session ends").toBeLessThan(Date.now() + 6_000);
	}
	expect(page.closed()).toBeUndefined();
	expect(logged).toHaveBeenCalledTimes(7);
	await runInDurableObject(hub, (instance) => Reflect.deleteProperty(instance, "dismiss"));
	await runDurableObjectAlarm(hub);
	await isClosedWith(page, 4401);
	await settle(staying);
	expect(staying.closed()).toBeUndefined();
	logged.mockRestore();
});

test("an alarm that fires twice, or by a clock that jumped, closes whose session is over and nobody else, and wakes again", async () => {
	const hub = newHub();
	const now = Date.now();
	const [ada, bola] = [
		await join(hub, "ada", { expiresAt: now + 600_000 }),
		await join(hub, "bola", { expiresAt: now + 1_200_000 }),
	];
	const wakesAt = () => runInDurableObject(hub, (_, { storage }) => storage.getAlarm());
	const firesTwiceAt = async (moment: number) => {
		const clock = vi.spyOn(Date, "now").mockReturnValue(moment);
		for (const time of ["once", "again"]) expect(await runDurableObjectAlarm(hub), time).toBe(true);
		clock.mockRestore();
		await settle(bola);
	};
	for (const moment of [now, now - 86_400_000]) {
		await firesTwiceAt(moment);
		expect([ada.closed(), bola.closed(), await wakesAt()]).toEqual([undefined, undefined, now + 600_000]);
	}
	await firesTwiceAt(now + 700_000);
	await isClosedWith(ada, 4401);
	expect([bola.closed(), await wakesAt()]).toEqual([undefined, now + 1_200_000]);
	await hub.notify(["notifications:bola"]);
	await hears(bola, changed("notifications:bola"));
});

test("removes a user whose session expires from the applicant they had open", async () => {
	const hub = newHub();
	const [ada, bola] = [await join(hub, "ada"), await join(hub, "bola", { expiresAt: Date.now() + 800 })];
	view(ada, "a");
	await hears(ada, { type: "presence", applicantId: "a", people: [] });
	view(bola, "a");
	await hears(ada, { type: "presence", applicantId: "a", people: [person("bola")] });
	await isClosedWith(bola, 4401);
	await hears(ada, { type: "presence", applicantId: "a", people: [] });
});
