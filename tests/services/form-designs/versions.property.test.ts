import fc from "fast-check";
import * as v from "valibot";
import { beforeEach, expect, test } from "vitest";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant } from "#tests/support/factories";
import { conditionProblems } from "#worker/contract/forms/check-conditions";
import {
	addField,
	addSection,
	changeField,
	changeSection,
	moveField,
	moveSection,
	putField,
	putSection,
	removeField,
	removeSection,
	setCondition,
} from "#worker/contract/forms/edit-layout";
import type { FieldProps, FormLayout } from "#worker/contract/forms/form-schema";
import { LayoutToSave } from "#worker/contract/forms/layout-to-save";
import type { DesignDraft } from "#worker/services/form-designs/contract";

let staff: ServicesFixture;
beforeEach(async () => {
	staff = await openServicesFixture();
});

const command = fc.record({
	kind: fc.constantFrom(
		"add",
		"add",
		"section",
		"condition",
		"condition",
		"move",
		"put",
		"put",
		"change",
		"change",
		"remove",
		"move-section",
		"put-section",
		"change-section",
		"change-section",
		"remove-section",
		"undo",
		"redo",
		"publish",
		"publish",
		"restore",
		"drop",
	),
	at: fc.nat(30),
});

const edited = (layout: FormLayout, kind: string, at: number): FormLayout => {
	const section = layout.sections[at % Math.max(layout.sections.length, 1)];
	const cols = section?.rows.flatMap((row) => row.cols) ?? [];
	const place = { sectionId: section?.id ?? "", fieldId: cols[at % Math.max(cols.length, 1)]?.fieldId ?? "" };
	const other = layout.sections[(at * 5) % Math.max(layout.sections.length, 1)];
	if (kind === "section") return addSection(layout, { title: `Section ${at}` });
	if (kind === "move-section") return moveSection(layout, place.sectionId, at % 2 ? "earlier" : "later");
	if (kind === "put-section")
		return putSection(layout, place.sectionId, { side: at % 2 ? "before" : "after", of: other?.id ?? "" });
	if (kind === "change-section")
		return changeSection(layout, place.sectionId, {
			title: `Section ${at}`,
			...(at % 2 === 1 && { description: `Text ${at}` }),
			...(at % 3 === 1 && { isPublic: true }),
			...(at % 5 === 0 && { repeatable: true }),
		});
	if (kind === "remove-section") return at % 3 === 0 ? removeSection(layout, place.sectionId) : layout;
	if (kind === "put") {
		const target = other?.rows.flatMap((row) => row.cols)[0];
		const sectionId = other?.id ?? "";
		const to = target && ({ side: at % 2 ? "before" : "after", sectionId, fieldId: target.fieldId } as const);
		return putField(layout, place, at % 4 === 0 || !to ? { side: "into", sectionId } : to);
	}
	if (kind === "change") {
		const [types, isOdd] = [["number", "select", "text"], at % 2 === 1];
		const type = types[at % types.length] ?? "text";
		const options = ["A", "B", "C"].slice(isOdd ? 0 : 1).map((value) => ({ value, label: `Option ${value}` }));
		const props: FieldProps = {
			label: `Field ${at}`,
			...(isOdd && { required: true }),
			...(at % 5 === 0 && { help: `Hint ${at}` }),
			...(type === "number" && { min: at % 7, max: 50 }),
			...(type === "select" && { options }),
			...(type === "text" && { maxLength: at + 1 }),
		};
		return changeField(layout, place, { type, props, isBeside: at % 4 === 0, repeatable: at % 9 === 0 });
	}
	if (kind === "move") return moveField(layout, place, at % 2 ? "earlier" : "later");
	if (kind === "remove") return removeField(layout, place);
	if (kind === "condition") {
		const all = layout.sections.flatMap(({ rows }) => rows.flatMap((row) => row.cols));
		const decider = all[(at * 7) % Math.max(all.length, 1)]?.fieldId;
		const part = at % 4 === 0 ? { sectionId: place.sectionId } : place;
		const is = at % 3 === 0 ? "empty" : "answered";
		return setCondition(layout, part, decider === undefined || at % 9 === 0 ? undefined : { fieldId: decider, is });
	}
	const about = { type: "text", props: { label: `Field ${at}` }, isBeside: at % 3 === 0, repeatable: false };
	return addField(layout, place.sectionId, about);
};

test("whatever is edited, undone, published and restored: the design is valid, and former versions and submissions stay", async () => {
	const id = staff.application.formDesignId;
	const path = `/designs/${id}`;
	const applicant = await createApplicant(staff.application, {});
	/** Returns the submission as the sheet, and as paper has it. */
	const readSubmitted = () =>
		Promise.all([
			staff.get(`/forms/${applicant.submissionId}`),
			staff.get(`/candidates/${applicant.id}/printable-form`),
		]);
	const submitted = await readSubmitted();
	expect(submitted.map(({ status }) => status)).toEqual([200, 200]);
	const versions = new Map<number, FormLayout>();
	const run = async ({ kind, at }: { kind: string; at: number }) => {
		const { body: draft } = await staff.get<DesignDraft>(`${path}/draft`);
		if (kind === "undo" || kind === "redo") return staff.send("POST", `${path}/draft/step`, { to: kind });
		if (kind === "publish") return staff.send("POST", `${path}/publish`, { version: draft.version });
		if (kind === "drop") return staff.send("DELETE", `${path}/draft`);
		if (kind === "restore")
			return staff.send("POST", `${path}/versions/${(at % draft.publishedVersion) + 1}/restore`, {});
		const layout = edited(draft.layout, kind, at);
		return staff.send("PUT", `${path}/draft`, { layout, version: draft.version });
	};
	/** Publishes a form that asks one question, whatever the draft is. why: each run has versions that ask for less than before. */
	const publishWith = async (title: string) => {
		const cols = [{ fieldId: "only", type: "text", props: { label: "Only" } }];
		await staff.send("PUT", `${path}/draft`, {
			layout: { sections: [{ id: "end", title, rows: [{ id: "row", cols }] }] },
		});
		return staff.send<DesignDraft>("POST", `${path}/publish`, {});
	};
	await fc.assert(
		fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 25 }), async (commands) => {
			for (const one of commands) {
				expect((await run(one)).status).toBeLessThan(500);
				const { body: draft } = await staff.get<DesignDraft>(`${path}/draft`);
				expect(v.safeParse(LayoutToSave, draft.layout).issues).toBeUndefined();
			}
			const last = await publishWith(`The end of a run after version ${versions.size}`);
			expect([last.status, last.body.isStarted, last.body.canUndo], "what is published is not undone").toEqual([
				200,
				false,
				false,
			]);
			const { body: draft } = await staff.get<DesignDraft>(`${path}/draft`);
			for (let number = versions.size + 1; number <= draft.publishedVersion; number++) {
				const { body } = await staff.get<{ layout: FormLayout }>(`${path}/versions/${number}`);
				expect(conditionProblems(body.layout), "a published form asks for what it says").toEqual([]);
			}
			for (let number = 1; number <= draft.publishedVersion; number++) {
				const { body } = await staff.get<{ layout: FormLayout }>(`${path}/versions/${number}`);
				expect(body.layout).toEqual(versions.get(number) ?? body.layout);
				versions.set(number, body.layout);
			}
			expect(await readSubmitted()).toEqual(submitted);
		}),
		{ numRuns: 8 },
	);
}, 60_000);
