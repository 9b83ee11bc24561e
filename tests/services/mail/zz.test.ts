import { env } from "cloudflare:workers";
import { inject, test } from "vitest";
import { testClock } from "#tests/support/clock";
import { testDb } from "#tests/support/factories";
import { readEnv } from "#worker/env";
import { chooseMailer } from "#worker/gateways/mail/choose-mailer";
test("speed", async () => {
	const mailer = chooseMailer({ ...testClock(), env: readEnv({ ...env, MAIL_TRANSPORT: "smtp", SMTP_URL: inject("mailServer").smtp }), databaseFor: testDb } as never);
	for (const lanes of [1, 3]) {
		const from = performance.now();
		const queue = Array.from({ length: 500 }, (_, i) => i).values();
		await Promise.all(Array.from({ length: lanes }, async () => { for (const i of queue) await mailer.send({ organisationId: "a", id: `s${lanes}-${i}`, to: "x@acme.example", subject: "Hello", text: "Hi ".repeat(200), html: `<p>${"Hi ".repeat(500)}</p>` }); }));
		console.log("LANES", lanes, Math.round(performance.now() - from));
	}
	await mailer.close();
}, 60_000);
