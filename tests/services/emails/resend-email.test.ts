import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { deliverEvents } from "#tests/events/delivery";
import { busy, openMailFixture, refused } from "#tests/services/emails/mail-fixture";
import { testDb } from "#tests/support/factories";
import { notifications } from "#worker/database/schema/records";

/** Opens a fixture with a mailing to three applicants whose email to the second has failed. */
const openFailed = async () => {
	const fixture = await openMailFixture();
	const { transport, ids, write, deliver, staff, emailsOf } = fixture;
	transport.onSend = ({ to }) => {
		if (to.startsWith(`${ids[1]}@`)) throw refused();
	};
	const { body } = await write();
	await deliver();
	const [email] = await emailsOf(ids[1]);
	const resend = (id = ids[1], emailId = email?.id) =>
		staff.send<{ code?: string }>("POST", `/email/candidates/${id}/resend`, { emailId });
	return { ...fixture, taskId: body.taskId, email, resend };
};

describe("a failed email", () => {
	it("is sent again alone, as the same email, and its task is updated", async () => {
		const { resend, transport, deliver, sent, ids, email, emailsOf, sentJobs, events, sentEvents, bindings, staff } =
			await openFailed();
		transport.onSend = () => undefined;
		expect(await resend()).toMatchObject({ status: 200, body: { id: email?.id, status: "QUEUED" } });
		expect(sentJobs).toHaveLength(1);
		await deliver();
		expect(sent).toHaveLength(3);
		expect(sent[2]?.id).toBe(email?.id);
		expect(await emailsOf(ids[1])).toMatchObject([{ status: "SENT", reason: null, attempts: 1 }]);
		const finished = await events("task.finished");
		expect(finished.map(({ payload }) => payload)).toContainEqual(
			expect.objectContaining({ total: 1, sent: 1, candidateIds: [ids[1]], applicationId: staff.application.id }),
		);
		await deliverEvents(sentEvents, { bindings });
		const notices = await testDb()
			.select()
			.from(notifications)
			.where(eq(notifications.organisationId, staff.organisation.id));
		expect(notices).toHaveLength(2);
	});

	it("is sent again once when two users ask at the same moment", async () => {
		const { resend, transport, deliver, sent } = await openFailed();
		transport.onSend = () => undefined;
		const responses = await Promise.all([resend(), resend()]);
		expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
		await deliver();
		expect(sent).toHaveLength(3);
	});

	it("fails again with the current reason", async () => {
		const { resend, transport, deliver, ids, emailsOf, log } = await openFailed();
		transport.onSend = () => {
			throw refused("The domain does not exist");
		};
		await resend();
		await deliver();
		expect(await emailsOf(ids[1])).toMatchObject([{ status: "FAILED", reason: "The domain does not exist" }]);
		expect((await log()).filter(({ applicantId }) => applicantId === ids[1])).toHaveLength(1);
	});

	it("is sent with the others while its mailing is still being sent", async () => {
		const { transport, ids, write, deliver, staff, emailsOf, sent, task } = await openMailFixture();
		transport.onSend = ({ to }) => {
			if (to.startsWith(`${ids[0]}@`)) throw refused();
			if (to.startsWith(`${ids[1]}@`)) throw busy();
		};
		const { body } = await write();
		await deliver();
		expect(await task(body.taskId)).toMatchObject({ status: "STARTED", done: 2, total: 3 });
		transport.onSend = ({ to }) => {
			if (to.startsWith(`${ids[1]}@`)) throw busy();
		};
		const [email] = await emailsOf(ids[0]);
		await staff.send("POST", `/email/candidates/${ids[0]}/resend`, { emailId: email?.id });
		await deliver();
		expect(sent).toHaveLength(2);
		transport.onSend = () => undefined;
		staff.clock.advance(30_000);
		await deliver();
		expect(sent).toHaveLength(3);
		expect(await task(body.taskId)).toMatchObject({ status: "SUCCESS", done: 4, total: 4 });
	});
});

describe("an email is not sent again", () => {
	it("while it is being sent, or after it was sent", async () => {
		const { write, deliver, staff, ids, emailsOf } = await openMailFixture();
		await write();
		const [email] = await emailsOf(ids[0]);
		const resend = () => staff.send("POST", `/email/candidates/${ids[0]}/resend`, { emailId: email?.id });
		const refusal = { status: 409, body: { code: "email_not_failed" } };
		expect(await resend()).toMatchObject(refusal);
		await deliver();
		expect(await resend()).toMatchObject(refusal);
	});

	it("when it is another applicant's, or does not exist", async () => {
		const { resend, ids } = await openFailed();
		expect((await resend(ids[0])).status).toBe(404);
		expect((await resend(ids[1], "none")).status).toBe(404);
	});
});
