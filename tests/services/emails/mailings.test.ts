import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { keepingQueues } from "#tests/events/delivery";
import { openMailFixture, serverDown } from "#tests/services/emails/mail-fixture";
import { testClock } from "#tests/support/clock";
import { testDb } from "#tests/support/factories";
import { pdf } from "#tests/support/files";
import { sweeps } from "#worker/background";
import type { Clock } from "#worker/context";
import { emails, mailingAttachments, mailings } from "#worker/database/schema/emails";
import { sweep } from "#worker/sweep/sweep";

const hourMs = 3_600_000;
const sweepAt = async (clock: Clock) => {
	const queues = keepingQueues();
	await sweep({ ...env, ...queues.bindings }, { sweeps, clock });
	return queues;
};

beforeEach(() => env.FILES.delete("sweep/orphans.json"));

describe("the sweep of mailings", () => {
	it("leaves a task that waits for its mail server, and sends it again when it did not wake", async () => {
		const { write, deliver, transport, staff, organisationId, sentJobs } = await openMailFixture();
		transport.onSend = () => {
			throw serverDown();
		};
		await write();
		await deliver();
		staff.clock.advance(30_000);
		await deliver();
		const [message] = sentJobs;
		const swept = async () =>
			(await sweepAt(staff.clock)).sentJobs.filter((job) => job.organisationId === organisationId);
		staff.clock.advance(119_000);
		expect(await swept()).toEqual([]);
		staff.clock.advance(122_000);
		expect(await swept()).toEqual([message]);
		expect(await swept()).toEqual([]);
	});

	it("deletes mailings that are unfinished after a day, with their emails and files, and nothing else", async () => {
		const { writeWith, organisationId, stored } = await openMailFixture();
		const now = Date.now();
		const keep = await writeWith([new File([pdf()], "a.pdf")]);
		const half = await writeWith([new File([pdf()], "b.pdf")]);
		await testDb().update(mailings).set({ createdAt: now }).where(eq(mailings.organisationId, organisationId));
		await testDb().update(mailings).set({ status: "gathering" }).where(eq(mailings.id, half.body.mailingId));
		const left = async () => [
			(await testDb().select().from(mailings).where(eq(mailings.organisationId, organisationId))).length,
			(await testDb().select().from(emails).where(eq(emails.organisationId, organisationId))).length,
			(await testDb().select().from(mailingAttachments).where(eq(mailingAttachments.organisationId, organisationId)))
				.length,
		];
		await sweepAt(testClock(now + 23 * hourMs));
		expect(await left()).toEqual([2, 6, 2]);
		expect(await stored()).toHaveLength(2);
		await sweepAt(testClock(now + 25 * hourMs));
		expect(await left()).toEqual([1, 3, 1]);
		await env.FILES.delete("sweep/orphans.json");
		await sweepAt(testClock(now + 49 * hourMs));
		expect(await stored()).toEqual([expect.stringContaining(keep.body.mailingId)]);
	});

	it("deletes the emails of an undone stage change after 30 days, and no others", async () => {
		const { write, organisationId } = await openMailFixture();
		const now = Date.now();
		const kept = await write();
		const dropped = await write();
		await testDb().update(mailings).set({ createdAt: now }).where(eq(mailings.organisationId, organisationId));
		await testDb().update(mailings).set({ status: "dropped" }).where(eq(mailings.id, dropped.body.mailingId));
		const left = async () => {
			const mails = await testDb().select().from(emails).where(eq(emails.organisationId, organisationId));
			return mails.map(({ mailingId }) => mailingId);
		};
		await sweepAt(testClock(now + 29 * 24 * hourMs));
		expect(await left()).toHaveLength(6);
		await sweepAt(testClock(now + 31 * 24 * hourMs));
		expect(await left()).toEqual(Array(3).fill(kept.body.mailingId));
		const rows = await testDb().select().from(mailings).where(eq(mailings.organisationId, organisationId));
		expect(rows.map(({ id }) => id)).toEqual([kept.body.mailingId]);
	});
});
