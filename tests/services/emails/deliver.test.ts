import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { describe, expect, inject, it } from "vitest";
import { deliverEvents, deliverJobs } from "#tests/events/delivery";
import { busy, openMailFixture, refused, serverDown } from "#tests/services/emails/mail-fixture";
import { testDb } from "#tests/support/factories";
import { pdf } from "#tests/support/files";
import type { ProviderCall } from "#tests/support/provider-server";
import { replacing } from "#tests/support/replacing";
import { applicants } from "#worker/database/schema/applicants";
import { emails, mailings } from "#worker/database/schema/emails";
import { notifications, outboxMails } from "#worker/database/schema/records";
import type { Env } from "#worker/env";
import type { Mail } from "#worker/gateways/mail/interface";

const addresses = (mails: readonly Mail[]) => mails.map(({ to }) => to).sort();
const minuteMs = 60_000;

describe("a mailing", () => {
	it("reaches each of its recipients once, in the institution's name, and announces its end", async () => {
		const { write, deliver, sent, ids, transport, staff, task, log, sentEvents, bindings, emailsOf } =
			await openMailFixture();
		const { body } = await write({ message: '<p>Dear {{firstName}}, see <a href="https://a.example">this</a></p>' });
		expect(await deliver()).toEqual({ accepted: 1, retried: 0 });
		expect(addresses(sent)).toEqual(ids.map((id) => `${id}@mail.example`).sort());
		expect(new Set(sent.map(({ id }) => id)).size).toBe(3);
		const [first] = sent;
		expect(first).toMatchObject({
			organisationId: staff.organisation.id,
			fromName: staff.organisation.name,
			replyTo: "admissions@acme.example",
			subject: expect.stringMatching(/^Your screening, Eze\d$/),
			text: expect.stringContaining("Dear Chidi, see this (https://a.example)"),
			html: expect.stringContaining("1 Ring Road, Ibadan"),
		});
		expect([transport.opened, transport.closed]).toEqual([1, 1]);
		expect(await task(body.taskId)).toMatchObject({ status: "SUCCESS", done: 3, total: 3, result: { sent: 3 } });
		expect((await log()).map(({ reason }) => reason).sort()).toEqual(
			[0, 1, 2].map((n) => `Email sent: Your screening, Eze${n}`),
		);
		expect(await emailsOf(ids[1])).toMatchObject([
			{ status: "SENT", to: `${ids[1]}@mail.example`, subject: "Your screening, Eze1" },
		]);
		await deliverEvents(sentEvents, { bindings });
		const [notice] = await testDb()
			.select()
			.from(notifications)
			.where(eq(notifications.organisationId, staff.organisation.id));
		expect(JSON.parse(notice?.message ?? "")).toMatchObject({ type: "EMAIL_CANDIDATE", status: "SUCCESS", sent: 3 });
	});

	it("uses the configured transport, or else the outbox", async () => {
		const { write, staff, sentJobs, bindings, organisationId, task } = await openMailFixture();
		const { body } = await write();
		expect(await deliverJobs(sentJobs.splice(0), { clock: staff.clock, bindings })).toEqual({
			accepted: 1,
			retried: 0,
		});
		const kept = await testDb().select().from(outboxMails).where(eq(outboxMails.organisationId, organisationId));
		expect(kept.map(({ subject }) => subject).sort()).toEqual([0, 1, 2].map((n) => `Your screening, Eze${n}`));
		expect(await task(body.taskId)).toMatchObject({ status: "SUCCESS", result: { sent: 3 } });
	});

	it("carries its files", async () => {
		const { writeWith, deliver, sent } = await openMailFixture();
		await writeWith([new File([pdf()], "fees.pdf")]);
		await deliver();
		expect(sent.map(({ attachments }) => attachments?.map(({ name, bytes }) => [name, bytes.length]))).toEqual(
			Array(3).fill([["fees.pdf", pdf().length]]),
		);
	});

	it("is sent once when its message is delivered three times, one after another or together", async () => {
		const { write, sent, sentJobs, deliverAgain, task } = await openMailFixture({ applicants: 45 });
		const { body } = await write();
		const messages = sentJobs.splice(0);
		await Promise.all([deliverAgain(messages), deliverAgain(messages), deliverAgain(messages)]);
		await deliverAgain(messages);
		expect(sent).toHaveLength(45);
		expect(new Set(addresses(sent)).size).toBe(45);
		expect(await task(body.taskId)).toMatchObject({ status: "SUCCESS", done: 45, result: { sent: 45 } });
	});

	it("is not lost when the Worker ends between sending and recording: the same email is sent again", async () => {
		const { write, deliver, sent, transport, staff, mails, sentJobs, jobDelays, task } = await openMailFixture({
			applicants: 30,
		});
		const { body } = await write();
		const messages = [...sentJobs];
		const began: (string | undefined)[] = [];
		transport.onSend = (mail, before) => {
			began.push(mail.id);
			if (before.length === 5) throw new Error("evicted");
		};
		expect(await deliver()).toEqual({ accepted: 0, retried: 1 });
		transport.onSend = (mail) => void began.push(mail.id);
		sentJobs.push(...messages);
		await deliver({ attempts: 2 });
		expect((await mails()).filter(({ status }) => status === "queued").length).toBeGreaterThan(0);
		expect(jobDelays.at(-1)).toBeGreaterThan(0);
		expect(jobDelays.at(-1)).toBeLessThanOrEqual(20);
		staff.clock.advance(20_000);
		await deliver();
		expect(new Set(addresses(sent)).size).toBe(30);
		expect(new Set(began).size).toBe(30);
		expect(sent).toHaveLength(30);
		expect(await task(body.taskId)).toMatchObject({ status: "SUCCESS", done: 30, result: { sent: 30 } });
	});

	it("belongs to a delivery that has died for fifteen seconds, and to the next one from then on", async () => {
		const { write, deliver, sent, transport, staff, mails, sentJobs } = await openMailFixture({ applicants: 8 });
		await write();
		const messages = [...sentJobs];
		transport.onSend = () => {
			throw new Error("evicted");
		};
		expect(await deliver()).toEqual({ accepted: 0, retried: 1 });
		const claimed = (await mails()).filter(({ attempts }) => attempts === 1);
		expect(new Set(claimed.map(({ dueAt }) => dueAt))).toEqual(new Set([staff.clock.now() + 15_000]));
		expect(claimed).toHaveLength(8);
		const began: (string | undefined)[] = [];
		transport.onSend = (mail) => void began.push(mail.id);
		staff.clock.advance(14_999);
		sentJobs.push(...messages);
		await deliver({ attempts: 2 });
		expect(began).toEqual([]);
		staff.clock.advance(1);
		sentJobs.push(...messages);
		await deliver({ attempts: 3 });
		expect(new Set(began).size).toBe(8);
		expect(sent).toHaveLength(8);
	});

	it("is sent once although it takes longer than its lease, because the lease is renewed", async () => {
		const { write, deliver, deliverAgain, sent, transport, staff, mails, sentJobs, task } = await openMailFixture({
			applicants: 1,
		});
		const { body } = await write();
		const messages = [...sentJobs];
		const dueAt = async () => (await mails())[0]?.dueAt ?? 0;
		transport.onSend = async () => {
			transport.onSend = () => undefined;
			for (let round = 0; round < 3; round++) {
				staff.clock.advance(10_000);
				await expect.poll(dueAt).toBeGreaterThan(staff.clock.now());
				await deliverAgain(messages);
			}
			expect(sent).toEqual([]);
		};
		await deliver();
		expect(sent).toHaveLength(1);
		expect(await task(body.taskId)).toMatchObject({ status: "SUCCESS", result: { sent: 1 } });
	});

	it("leaves emails that another delivery has claimed since to it", async () => {
		const { write, deliver, deliverAgain, sent, transport, sentJobs, organisationId } = await openMailFixture({
			applicants: 20,
		});
		await write();
		const messages = [...sentJobs];
		let begun = 0;
		let goOn = () => {};
		const taken = new Promise<void>((resolve) => {
			goOn = resolve;
		});
		transport.onSend = async () => {
			begun++;
			if (begun > 4) return;
			if (begun < 4) return taken;
			// why: as after a pause that was longer than the lease.
			await testDb().update(emails).set({ dueAt: 0 }).where(eq(emails.organisationId, organisationId));
			await deliverAgain(messages);
			expect(new Set(addresses(sent)).size).toBe(20);
			await new Promise((done) => setTimeout(done, 300));
			goOn();
		};
		await deliver();
		expect(new Set(sent.map(({ id }) => id)).size).toBe(20);
		expect(sent.length, "only what was on its way is sent twice").toBe(24);
	});

	it("sends the same email again when sending it could not be recorded", async () => {
		const { write, deliver, sent, staff, sentJobs, bindings } = await openMailFixture({ applicants: 1 });
		await write();
		const messages = [...sentJobs];
		const batch = () => Promise.reject(new Error("the database went away"));
		await deliver({ bindings: { ...bindings, DB: replacing(env.DB, { batch }) } });
		sentJobs.push(...messages);
		staff.clock.advance(20_000);
		await deliver();
		expect(sent).toHaveLength(2);
		expect(sent[0]?.id).toBe(sent[1]?.id);
	});

	it("continues after a refused recipient, whose email fails with the reason", async () => {
		const { write, deliver, sent, transport, ids, task, emailsOf, log } = await openMailFixture();
		transport.onSend = ({ to }) => {
			if (to.startsWith(`${ids[1]}@`)) throw refused();
		};
		const { body } = await write();
		await deliver();
		expect(sent).toHaveLength(2);
		expect(await task(body.taskId)).toMatchObject({ status: "SUCCESS", result: { sent: 2, failed: 1 } });
		expect(await emailsOf(ids[1])).toMatchObject([
			{ status: "FAILED", reason: "The address was refused: no such user", attempts: 1, sentAt: null, dueAt: null },
		]);
		expect((await log()).filter(({ applicantId }) => applicantId === ids[1])).toMatchObject([
			{ reason: "Email could not be sent: Your screening, Eze1. The address was refused: no such user" },
		]);
	});

	it("retries one email with growing gaps while the others are sent, and then fails it", async () => {
		const { write, deliver, sent, transport, ids, staff, task, emailsOf, jobDelays, mails } = await openMailFixture();
		transport.onSend = ({ to }) => {
			if (to.startsWith(`${ids[1]}@`)) throw busy();
		};
		const { body } = await write();
		for (const minutes of [0.5, 2, 10, 30]) {
			await deliver();
			expect(sent).toHaveLength(2);
			expect(jobDelays.at(-1)).toBe(minutes * 60);
			expect(await emailsOf(ids[1])).toMatchObject([
				{ status: "QUEUED", reason: "The mailbox is full", dueAt: staff.clock.now() + minutes * minuteMs },
			]);
			staff.clock.advance(minutes * minuteMs);
		}
		await deliver();
		expect((await mails()).find(({ applicantId }) => applicantId === ids[1])).toMatchObject({
			status: "failed",
			attempts: 5,
		});
		expect(await task(body.taskId)).toMatchObject({ status: "SUCCESS", result: { sent: 2, failed: 1 } });
	});

	it("fails with the common reason when no recipient could be reached", async () => {
		const { write, deliver, transport, task, events } = await openMailFixture();
		transport.onSend = () => {
			throw refused("The address was refused");
		};
		const { body } = await write();
		await deliver();
		expect(await task(body.taskId)).toMatchObject({
			status: "FAILED",
			result: { failed: 3, reason: "The address was refused" },
		});
		expect((await events("task.finished"))[0]?.payload).toMatchObject({ status: "FAILED", failed: 3 });
	});

	it("fails in the words of §8 when the reasons differ", async () => {
		const { write, deliver, transport, task } = await openMailFixture();
		transport.onSend = ({ to }) => {
			throw refused(`Refused: ${to}`);
		};
		const { body } = await write();
		await deliver();
		expect(await task(body.taskId)).toMatchObject({ status: "FAILED", result: { reason: "Email(s) failed to send" } });
	});

	it("leaves out applicants who no longer exist", async () => {
		const { write, deliver, ids, mails, sent } = await openMailFixture();
		await write();
		await testDb()
			.delete(applicants)
			.where(eq(applicants.id, ids[0] ?? ""));
		await deliver();
		expect(sent).toHaveLength(2);
		expect((await mails()).find(({ applicantId }) => applicantId === ids[0])).toMatchObject({
			status: "failed",
			reason: "The applicant is no longer on record.",
		});
	});

	it("fails an email that ends its sender again and again", async () => {
		const { write, deliver, transport, ids, staff, mails, sent, sentJobs, task } = await openMailFixture();
		const { body } = await write();
		const message = [...sentJobs];
		transport.onSend = ({ to }) => {
			if (to.startsWith(`${ids[0]}@`)) throw new Error("out of memory");
		};
		for (let round = 0; round < 7; round++) {
			sentJobs.splice(0, sentJobs.length, ...message);
			await deliver();
			staff.clock.advance(20_000);
		}
		expect((await mails()).find(({ applicantId }) => applicantId === ids[0])).toMatchObject({ status: "failed" });
		expect(new Set(addresses(sent)).size).toBe(2);
		expect(await task(body.taskId)).toMatchObject({ status: "SUCCESS", result: { failed: 1 } });
	});
});

describe("a provider that accepts no more for now", () => {
	/** Sends a mailing to one recipient whose name tells the provider how to respond. */
	const writeTo = async (who: string) => {
		const { url, key } = inject("provider");
		const { write, ids, staff, sentJobs, jobDelays, bindings, task, emailsOf } = await openMailFixture();
		const recipient = `${staff.organisation.id}+${who}@mail.example`;
		await testDb()
			.update(applicants)
			.set({ email: recipient })
			.where(eq(applicants.id, ids[2] ?? ""));
		const settings = { MAIL_TRANSPORT: "http", MAIL_API_URL: `${url}/emails`, MAIL_API_KEY: key };
		const deliver = () =>
			deliverJobs(sentJobs.splice(0), { clock: staff.clock, bindings: { ...bindings, ...settings } as Partial<Env> });
		const { body } = await write({ candidateIds: [ids[2]] });
		return {
			deliver,
			staff,
			jobDelays,
			task: () => task(body.taskId),
			mail: () => emailsOf(ids[2]),
			calls: async () =>
				(await (await fetch(url)).json<ProviderCall[]>()).filter(({ body }) => body.to[0] === recipient),
		};
	};

	it("is asked again after growing gaps with the same key, and each recipient gets one email", async () => {
		const { deliver, staff, jobDelays, task, calls } = await writeTo("toomany");
		await deliver();
		expect([jobDelays.at(-1), await task()]).toMatchObject([
			30,
			{ status: "STARTED", result: { reason: "The mail service takes no more mails for now (429)." } },
		]);
		staff.clock.advance(30_000);
		await deliver();
		expect([jobDelays.at(-1), await task()]).toMatchObject([
			120,
			{ status: "STARTED", result: { reason: "The mail service did not take the mail (503)." } },
		]);
		staff.clock.advance(120_000);
		await deliver();
		expect(await task()).toMatchObject({ status: "SUCCESS", result: { sent: 1 } });
		const asked = await calls();
		expect(asked.map(({ status }) => status)).toEqual([429, 503, 200]);
		expect(new Set(asked.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
		expect(asked[0]?.idempotencyKey).toMatch(new RegExp(`^${staff.organisation.id}\\.`));
	});

	it("is not asked for as long as it says, in seconds or until a date, and for half an hour at most", async () => {
		const { deliver, staff, jobDelays, task, calls } = await writeTo("retryafter");
		for (const [seconds, why] of [
			[300, "as it asks"],
			[900, "until then"],
			[600, "no shorter than the usual gap"],
			[1800, "no longer than the longest"],
		] as const) {
			await deliver();
			// why within two: a date has no fractions of a second, and the response takes time.
			expect(Math.abs((jobDelays.at(-1) ?? 0) - seconds), why).toBeLessThanOrEqual(2);
			expect(await task()).toMatchObject({ status: "STARTED" });
			staff.clock.advance((jobDelays.at(-1) ?? 0) * 1_000);
		}
		await deliver();
		expect(await task()).toMatchObject({ status: "SUCCESS", result: { sent: 1 } });
		expect((await calls()).map(({ status }) => status)).toEqual([429, 503, 429, 429, 200]);
	});

	it("delays one email when it is busy with that email only", async () => {
		const { deliver, staff, jobDelays, mail } = await writeTo("busyWithIt");
		await deliver();
		expect(jobDelays.at(-1)).toBe(240);
		expect(await mail()).toMatchObject([{ status: "QUEUED", dueAt: staff.clock.now() + 4 * minuteMs }]);
	});
});

describe("a mail server that is down", () => {
	it("is tried once, and again after each gap; when it is back everybody is reached", async () => {
		const { write, deliver, sent, transport, staff, mails, jobDelays, task, emailsOf, ids } = await openMailFixture({
			applicants: 50,
		});
		let tries = 0;
		transport.onSend = () => {
			tries++;
			throw serverDown();
		};
		const { body } = await write();
		await deliver();
		expect(tries).toBeLessThanOrEqual(4);
		expect(jobDelays.at(-1)).toBe(30);
		expect(Math.max(...(await mails()).map(({ attempts }) => attempts))).toBe(0);
		expect(await emailsOf(ids[0])).toMatchObject([
			{ status: "QUEUED", reason: "The mail server could not be reached" },
		]);
		staff.clock.advance(30_000);
		await deliver();
		expect(jobDelays.at(-1)).toBe(120);
		transport.onSend = () => undefined;
		staff.clock.advance(120_000);
		await deliver();
		expect(sent).toHaveLength(50);
		expect(await task(body.taskId)).toMatchObject({ status: "SUCCESS", result: { sent: 50 } });
		expect(await emailsOf(ids[0])).toMatchObject([{ status: "SENT", reason: null }]);
	});

	it("is not tried by further deliveries before the gap is over", async () => {
		const { write, transport, sentJobs, deliverAgain } = await openMailFixture();
		let tries = 0;
		transport.onSend = () => {
			tries++;
			throw serverDown();
		};
		await write();
		const messages = sentJobs.splice(0);
		await deliverAgain(messages);
		const asked = tries;
		await deliverAgain(messages);
		await deliverAgain(messages);
		expect(tries).toBe(asked);
		expect(sentJobs).toHaveLength(1);
	});

	it("fails all emails when it stays down, and gives the reason", async () => {
		const { write, deliver, transport, staff, mails, task, log, ids } = await openMailFixture({ applicants: 50 });
		transport.onSend = () => {
			throw serverDown();
		};
		const { body } = await write();
		for (const minutes of [0.5, 2, 10, 30]) {
			await deliver();
			expect(await task(body.taskId)).toMatchObject({ status: "STARTED" });
			staff.clock.advance(minutes * minuteMs);
		}
		await deliver();
		expect(await task(body.taskId)).toMatchObject({
			status: "FAILED",
			done: 50,
			result: { failed: 50, reason: "The mail server could not be reached" },
		});
		expect(new Set((await mails()).map(({ status }) => status))).toEqual(new Set(["failed"]));
		expect(new Set((await log()).map(({ applicantId }) => applicantId))).toEqual(new Set(ids));
	});
});

describe("a mailing in its undo window", () => {
	const hold = async (fixture: Awaited<ReturnType<typeof openMailFixture>>, mailingId: string) => {
		const mine = and(eq(mailings.organisationId, fixture.organisationId), eq(mailings.id, mailingId));
		await testDb()
			.update(mailings)
			.set({ sendAfter: fixture.staff.clock.now() + 30_000 })
			.where(mine);
		return mine;
	};

	it("is sent when the window has ended", async () => {
		const fixture = await openMailFixture();
		const { body } = await fixture.write();
		await hold(fixture, body.mailingId);
		await fixture.deliver();
		expect([fixture.sent.length, fixture.jobDelays.at(-1)]).toEqual([0, 30]);
		expect(await fixture.emailsOf(fixture.ids[0])).toMatchObject([{ status: "HELD" }]);
		fixture.staff.clock.advance(30_000);
		await fixture.deliver();
		expect(fixture.sent).toHaveLength(3);
	});

	it("is never sent when it was cancelled", async () => {
		const fixture = await openMailFixture();
		const { body } = await fixture.write();
		const mine = await hold(fixture, body.mailingId);
		await fixture.deliver();
		await testDb().update(mailings).set({ status: "dropped" }).where(mine);
		fixture.staff.clock.advance(30_000);
		await fixture.deliver();
		expect(fixture.sent).toEqual([]);
		expect(await fixture.task(body.taskId)).toMatchObject({ status: "SUCCESS" });
		expect(await fixture.emailsOf(fixture.ids[0])).toEqual([]);
	});
});
