import { inject, test } from "vitest";
import { buildMessage } from "#worker/gateways/mail/message";
import { composeLetter } from "#worker/gateways/mail/smtp-letter";
import { openSession, usualTimeouts } from "#worker/gateways/mail/smtp-session";
test("speed", async () => {
	const message = buildMessage({ organisationId: "a", id: `s`, to: "x@acme.example", subject: "Hello", text: "Hi ".repeat(200), html: `<p>${"Hi ".repeat(500)}</p>` }, "a@b.example");
	await composeLetter(message);
	const tick = async () => { await (await fetch(inject("mailServer").told)).text(); return Date.now(); };
	let from = await tick();
	for (let i = 0; i < 200; i++) await composeLetter(message);
	console.log("COMPOSE", (await tick()) - from);
	const letter = await composeLetter(message);
	const session = await openSession({ host: "127.0.0.1", port: Number(new URL(inject("mailServer").smtp).port), secure: false }, usualTimeouts);
	from = await tick();
	for (let i = 0; i < 200; i++) await session.send(letter);
	console.log("SEND", (await tick()) - from);
	await session.quit();
}, 60_000);
