import { eq, inArray } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { refused } from "#tests/services/emails/mail-fixture";
import { openStageFixture } from "#tests/services/stage-changes/stage-fixture";
import { createApplication, createOrganisation, testDb } from "#tests/support/factories";
import { applicants } from "#worker/database/schema/applicants";
import { workflowSteps } from "#worker/database/schema/workflows";

/** Opens a fixture with three applicants, two of them at the stage with an email template. */
const openFixture = async (template: { content?: string } = {}) => {
	const fixture = await openStageFixture({ template: { content: "<p>Welcome to {{stageName}}</p>", ...template } });
	const { staff, ids, accepted } = fixture;
	await testDb()
		.update(applicants)
		.set({ stepId: accepted.id })
		.where(inArray(applicants.id, ids.slice(0, 2)));
	const about = { applicationId: staff.application.id, stepId: accepted.id };
	const everyone = { ids: [], matching: { applicationId: about.applicationId, stage: accepted.id } };
	return {
		...fixture,
		about,
		everyone,
		notify: (body: Record<string, unknown>, key?: string) =>
			staff.send<{ recipients: number; mailingId: string; taskId: string; code?: string }>(
				"POST",
				"/candidates/notify",
				{ ...about, ...body },
				key,
			),
	};
};

describe("notifying the applicants at a stage again", () => {
	it("previews their number, and sends the stage's email to all of them", async () => {
		const { everyone, staff, ids, about, notify, deliver, sent, mailings } = await openFixture();
		const preview = await staff.send("POST", "/candidates/notify-preview", { ...about, ...everyone });
		expect(preview.body).toMatchObject({
			willChange: 2,
			notAllowed: 0,
			name: "Accepted",
			template: { name: "Admission" },
			shown: { subject: "Admitted, Chidi", message: [{ tag: "p", children: ["Welcome to Accepted"] }] },
		});
		expect(await notify({ ...everyone, expectedRecipients: 2 })).toMatchObject({
			status: 202,
			body: { recipients: 2 },
		});
		await deliver();
		expect(sent.map(({ to }) => to).sort()).toEqual(ids.slice(0, 2).map((id) => `${id}@mail.example`));
		expect(await mailings()).toMatchObject([{ eventId: null, stepId: about.stepId }]);
	});

	it("refuses an empty list of ids, which must not mean everybody", async () => {
		const { staff, about, notify, mailings } = await openFixture();
		const refusal = { status: 422, body: { fields: { ids: [expect.stringContaining("Choose at least one")] } } };
		expect(await notify({ ids: [] })).toMatchObject(refusal);
		expect(await staff.send("POST", "/candidates/notify-preview", { ...about, ids: [] })).toMatchObject(refusal);
		expect(await mailings()).toEqual([]);
	});

	it.each(["SUBMITTED", "IN_REVIEW"])("sends the email of a step of type %s too", async (type) => {
		const { notify, deliver, sent, accepted, everyone } = await openFixture();
		await testDb().update(workflowSteps).set({ type }).where(eq(workflowSteps.id, accepted.id));
		expect(await notify(everyone)).toMatchObject({ status: 202, body: { recipients: 2 } });
		await deliver();
		expect(sent).toHaveLength(2);
	});

	it("is refused where the email needs the comment of a stage change", async () => {
		const { everyone, staff, about, notify, mailings } = await openFixture({ content: "<p>{{comment}}</p>" });
		const error = "The email “Admission” needs the comment of a stage change, and cannot be sent again without one.";
		const refusal = { status: 422, body: { code: "merge_field_empty", error } };
		expect(await staff.send("POST", "/candidates/notify-preview", { ...about, ...everyone })).toMatchObject(refusal);
		expect(await notify(everyone)).toMatchObject(refusal);
		expect(await mailings()).toEqual([]);
	});

	it("names the merge fields that are empty for those at the stage, and counts them", async () => {
		const { everyone, staff, about } = await openFixture({
			content: "<p>{{locationName}} {{signatoryTitle}} {{firstName}}</p>",
		});
		const preview = await staff.send("POST", "/candidates/notify-preview", { ...about, ...everyone });
		expect(preview.body).toMatchObject({
			emptyFields: [
				{ name: "locationName", label: "Location", applicants: 2 },
				{ name: "signatoryTitle", label: "Signatory's title", applicants: 2 },
			],
		});
	});

	it("leaves out unknown applicants", async () => {
		const { staff, ids, about, notify, deliver, sent } = await openFixture();
		const preview = await staff.send("POST", "/candidates/notify-preview", { ...about, ids: ids.slice(1) });
		expect(preview.body).toMatchObject({ willChange: 1, notAllowed: 1, notFound: 0, total: 2, rows: [] });
		const named = [...ids, "nobody"];
		const listed = await staff.send("POST", "/candidates/notify-preview", { ...about, ids: named, size: 3, page: 0 });
		expect(listed.body).toMatchObject({
			willChange: 2,
			notAllowed: 1,
			notFound: 1,
			total: 4,
			rows: [
				{ id: ids[0], name: "Chidi Eze0", outcome: "will_change" },
				{ id: ids[1], outcome: "will_change" },
				{ id: ids[2], outcome: "not_allowed" },
			],
		});
		const rest = await staff.send("POST", "/candidates/notify-preview", { ...about, ids: named, size: 3, page: 1 });
		expect(rest.body.rows).toEqual([{ id: "nobody", name: null, applicationNumber: null, outcome: "not_found" }]);
		expect((await notify({ ids: ids.slice(1) })).body).toMatchObject({ recipients: 1 });
		await deliver();
		expect(sent).toHaveLength(1);
		expect(await notify({ ids: ids.slice(2) })).toMatchObject({ status: 422, body: { code: "no_recipients" } });
	});

	it("reaches once each all at the stage who match the list's filters, after listing them", async () => {
		const { staff, ids, about, notify, deliver, sent, registration } = await openFixture();
		const { applicationId } = about;
		const ask = async (filters: Record<string, unknown>) => {
			const matching = { applicationId, ...filters };
			return (await staff.send("POST", "/candidates/notify-preview", { ...about, ids: [], matching, size: 20 })).body;
		};
		const everybody = await ask({ everybody: true });
		expect(everybody).toMatchObject({ willChange: 2, notAllowed: 1, notFound: 0, total: 3 });
		expect(everybody.rows).toMatchObject([
			{ id: ids[2], outcome: "not_allowed" },
			{ id: ids[1], outcome: "will_change" },
			{ id: ids[0], outcome: "will_change" },
		]);
		expect(await ask({ stage: registration.id })).toMatchObject({ willChange: 0, notAllowed: 1, shown: null });
		expect(await ask({ keyword: "nobodyatall" })).toMatchObject({ willChange: 0, notAllowed: 0, total: 0, rows: [] });
		const body = { ids: [], matching: { applicationId, everybody: true }, expectedRecipients: 2 };
		const [first, second] = [await notify(body, "key-00000009"), await notify(body, "key-00000009")];
		expect(first).toMatchObject({ status: 202, body: { recipients: 2 } });
		expect(second.body).toEqual(first.body);
		await deliver();
		expect(sent.map(({ to }) => to).sort()).toEqual(ids.slice(0, 2).map((id) => `${id}@mail.example`));
	});

	it("sends once when the form is sent twice, and only to the applicants shown", async () => {
		const { everyone, notify, deliver, sent } = await openFixture();
		await notify(everyone, "key-00000003");
		await notify(everyone, "key-00000003");
		await deliver();
		expect(sent).toHaveLength(2);
		expect(await notify({ ...everyone, expectedRecipients: 9 })).toMatchObject({
			status: 409,
			body: { code: "recipients_changed" },
		});
	});

	it("says what is missing: a template, the stage, the application", async () => {
		const { everyone, notify, registration, accepted } = await openFixture();
		expect((await notify({ ...everyone, stepId: registration.id })).body.code).toBe("stage_writes_nothing");
		await testDb().update(workflowSteps).set({ emailTemplateId: null }).where(eq(workflowSteps.id, accepted.id));
		expect((await notify(everyone)).body.code).toBe("stage_writes_nothing");
		const elsewhere = await createApplication((await createOrganisation()).id);
		expect((await notify({ ids: ["x"], applicationId: elsewhere.id })).body.code).toBe("application_unavailable");
		expect((await notify({ ...everyone, stepId: elsewhere.steps[2]?.id })).body.code).toBe("step_not_in_workflow");
	});
});

describe("a mailing", () => {
	it("records the result of each email, and retries only the failed ones", async () => {
		const { everyone, staff, ids, notify, deliver, sent, transport, notices, work } = await openFixture();
		transport.onSend = ({ to }) => {
			if (to.startsWith(`${ids[1]}@`)) throw refused("No such user");
		};
		const { body } = await notify(everyone);
		await deliver();
		const path = `/mailings/${body.mailingId}`;
		expect((await staff.get(path)).body).toMatchObject({
			subject: "Admitted, {{firstName}}",
			counts: { queued: 0, sent: 1, failed: 1 },
			isDropped: false,
			retryTaskId: expect.any(String),
		});
		expect((await staff.get(`${path}/rows?status=failed`)).body).toMatchObject({
			resultTotal: 1,
			data: [{ id: ids[1], name: "Chidi Eze1", status: "failed", reason: "No such user" }],
		});
		transport.onSend = () => undefined;
		await staff.send("POST", `/tasks/${body.taskId}/retry`);
		await deliver();
		expect(sent).toHaveLength(2);
		expect((await staff.get(path)).body).toMatchObject({ counts: { sent: 2, failed: 0 }, retryTaskId: null });
		await work();
		expect(await notices()).toMatchObject([{ type: "EMAIL_CANDIDATE", path: `mailings/${body.mailingId}` }]);
	});
});

describe("an email to all that match", () => {
	it("goes only to applicants who match the list's filters", async () => {
		const { ids, write, deliver, sent, staff, about } = await openFixture();
		const { applicationId } = about;
		const body = { applicationId, candidateIds: [], matching: { applicationId, stage: about.stepId } };
		const preview = await staff.send("POST", "/email/candidates/preview", body);
		expect(preview.body).toMatchObject({ recipients: 2, people: [{ id: ids[1] }, { id: ids[0] }] });
		const response = await write({ matching: body.matching, expectedRecipients: 2 });
		expect(response).toMatchObject({ status: 202, body: { recipients: 2 } });
		await deliver();
		expect(sent.map(({ to }) => to).sort()).toEqual(ids.slice(0, 2).map((id) => `${id}@mail.example`));
		const nobody = await write({ matching: { applicationId, stage: "DECLINED" } });
		expect(nobody).toMatchObject({ status: 422, body: { code: "no_recipients" } });
		expect(await write({ matching: { applicationId: "another", stage: about.stepId } })).toMatchObject({
			status: 422,
			body: { fields: { "matching.applicationId": ["This must be the application beside it."] } },
		});
	});
});
