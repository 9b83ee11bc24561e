import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { openEditFixture, wideLayout } from "#tests/services/forms/edit-fixture";
import { createApplicant, testDb } from "#tests/support/factories";
import type { Permission } from "#worker/contract/permissions";
import { formDesigns, sensitiveFields } from "#worker/database/schema/forms";

const data = { surname: "Okafor", phone: "0803 123 4567", address: "12 Broad Street", score: 61 };

/** An applicant whose phone number and address are sensitive. */
const openSensitive = async (privileges?: readonly Permission[], fieldIds = ["phone", "address"]) => {
	const staff = await openEditFixture({ data, ...(privileges && { privileges }) });
	const { organisationId, formDesignId } = staff.application;
	const mark = (fieldId: string) => testDb().insert(sensitiveFields).values({ organisationId, formDesignId, fieldId });
	for (const fieldId of fieldIds) await mark(fieldId);
	const post = (path: string, body: unknown) =>
		staff.call("POST", path, { body: JSON.stringify(body), headers: { "content-type": "application/json" } });
	return {
		...staff,
		mark,
		post,
		get: (path: string) => staff.call("GET", path),
		reveal: (ids: unknown) => post(`/forms/${staff.formId}/reveals`, { fieldIds: ids }),
	};
};

it("masks sensitive answers, also of who answered before the field was marked, and names them", async () => {
	const staff = await openSensitive();
	for (const path of [`/forms/${staff.formId}`, `/candidates/${staff.applicant.id}/form`]) {
		const { body } = await staff.get(path);
		expect(body).toMatchObject({
			data: { surname: "Okafor", phone: "••••4567", address: "••••", score: 61 },
			masked: ["phone", "address"],
		});
		expect(JSON.stringify(body)).not.toMatch(/0803|Broad/);
	}
});

it("reveals an answer to who may change applicants, and logs who, when and which field, never the answer", async () => {
	const staff = await openSensitive();
	expect((await staff.reveal(["phone", "phone"])).body).toEqual({ answers: { phone: "0803 123 4567" } });
	const [line, ...others] = await staff.log();
	expect(others).toEqual([]);
	expect(line).toMatchObject({ type: "REVEAL", reason: "Revealed Phone number", reviewedBy: "Hauwa Bello" });
	expect(await staff.events()).toMatchObject([
		{
			type: "applicants.answers_revealed",
			payload: { applicantIds: [staff.applicant.id], fieldIds: ["phone"], labels: ["Phone number"] },
		},
	]);
	expect(JSON.stringify([await staff.log(), await staff.events()])).not.toContain("4567");
	expect(await staff.person()).toMatchObject({ version: 1 });
});

it("refuses to reveal what is not sensitive, nothing, and for users who may only read", async () => {
	const staff = await openSensitive();
	expect(await staff.reveal(["surname"])).toMatchObject({
		status: 422,
		body: { fields: { fieldIds: ["Only fields that are marked as sensitive can be revealed."] } },
	});
	expect(await staff.reveal([])).toMatchObject({
		status: 422,
		body: { fields: { fieldIds: ["Choose a field to reveal."] } },
	});
	expect((await staff.reveal("phone")).status).toBe(422);
	expect((await staff.post("/forms/nothing/reveals", { fieldIds: ["phone"] })).status).toBe(404);
	expect(await staff.log()).toEqual([]);
	const reader = await openSensitive(["candidate:r"]);
	expect((await reader.reveal(["phone"])).status).toBe(403);
	const other = await openSensitive();
	expect((await other.post(`/forms/${staff.formId}/reveals`, { fieldIds: ["phone"] })).status).toBe(404);
});

it("keeps an answer whose mask is sent back, and refuses a mask as an answer", async () => {
	const staff = await openSensitive();
	expect(await staff.put({ surname: "Eze", phone: "••••4567", address: "••••" })).toMatchObject({
		status: 200,
		body: { data: { surname: "Eze", phone: "••••4567" }, masked: ["phone", "address"] },
	});
	expect((await staff.form()).data).toMatchObject({ ...data, surname: "Eze" });
	expect(await staff.put({ phone: "••••1111" })).toMatchObject({
		status: 422,
		body: { fields: { phone: ["This is the mask of an answer. Reveal it, or type another one."] } },
	});
	expect(await staff.draft({ data: { phone: "••••4567" } })).toMatchObject({ status: 200, body: { data: {} } });
});

it("masks both values in the logs, and the saved answers of a save on stale data", async () => {
	const staff = await openSensitive(["candidate:u"]);
	await staff.put({ version: 1, phone: "0805 999 0000", surname: "Eze" });
	const changes = await staff.get(`/candidates/${staff.applicant.id}/changes`);
	expect(changes.body.data).toEqual(
		expect.arrayContaining([
			expect.objectContaining({ field: "phone", old: "••••4567", new: "••••0000", isMasked: true }),
			expect.objectContaining({ field: "surname", old: "Okafor", new: "Eze", isMasked: false }),
		]),
	);
	const stale = await staff.put({ version: 1, surname: "Obi" });
	expect(stale).toMatchObject({ status: 409, body: { details: { current: { data: { phone: "••••0000" } } } } });
	expect(JSON.stringify([changes.body, stale.body])).not.toMatch(/0803|0805/);
});

it("masks the phone number of the list, but not that of another form", async () => {
	const staff = await openSensitive(["candidate:r"], ["phone"]);
	const list = await staff.get(`/candidates?applicationId=${staff.application.id}`);
	expect(JSON.stringify(list.body)).not.toContain("0803");
	const [design] = await testDb().select().from(formDesigns).where(eq(formDesigns.id, staff.application.formDesignId));
	expect(design?.organisationId).toBe(staff.organisationId);
	const plain = await openEditFixture({ data, privileges: ["candidate:r"] });
	const shown = await plain.call("GET", `/candidates?applicationId=${plain.application.id}`);
	expect(JSON.stringify(shown.body)).toContain("0803 123 4567");
});

it("masks the phone number of the list from the moment its field is sensitive", async () => {
	const staff = await openSensitive(["candidate:r"], []);
	const shown = async () => JSON.stringify((await staff.get(`/candidates?applicationId=${staff.application.id}`)).body);
	expect(await shown()).toContain("0803 123 4567");
	await staff.mark("phone");
	expect(await shown()).not.toContain("0803");
	expect(await shown()).toContain("••••4567");
});

it("makes what is published last count: a field that is sensitive no longer is shown again", async () => {
	const staff = await openEditFixture({ data, privileges: ["candidate:r", "forms:u", "forms:r"] });
	await createApplicant(staff.application, { data });
	const { formDesignId } = staff.application;
	const send = (method: string, path: string, body?: unknown) =>
		staff.call(method, `/designs/${formDesignId}${path}`, {
			...(body !== undefined && { body: JSON.stringify(body) }),
			headers: { "content-type": "application/json" },
		});
	const cols = wideLayout.sections
		.filter(({ id }) => id === "personal")
		.flatMap(({ rows }) => rows.flatMap((row) => row.cols))
		.filter(({ type }) => type !== "hologram");
	const layoutWith = (isSensitive: boolean, fieldId = "address") => {
		const marked = cols.map((col) =>
			col.fieldId === fieldId && isSensitive ? { ...col, props: { ...col.props, isSensitive } } : col,
		);
		const rows = marked.map((col) => ({ id: `row-${col.fieldId}`, cols: [col] }));
		return { sections: [{ id: "personal", title: "Personal information", rows }] };
	};
	const publish = async (isSensitive: boolean, fieldId?: string) => {
		const saved = await send("PUT", "/draft", { layout: layoutWith(isSensitive, fieldId) });
		expect(saved.status).toBe(200);
		return send("POST", "/publish", {});
	};
	const shown = async () => (await staff.call("GET", `/forms/${staff.formId}`)).body.data?.address;
	expect(await shown()).toBe("12 Broad Street");
	expect((await publish(true)).status).toBe(200);
	expect(await shown()).toBe("••••");
	expect((await publish(true, "origin")).status).toBe(422);
	expect((await publish(false)).status).toBe(200);
	expect(await shown()).toBe("12 Broad Street");
});
