// An applicant whose record the rows of the table measure, changed in the database before a server opens it.
import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

const photo = new URL("../../worker/database/demo/photos/01.jpg", import.meta.url);

/** Returns the newest applicants of the application after the first few, with the ids of their submissions. */
export const newestApplicants = ({ file, organisation, application }, count, after = 0) => {
	const database = new DatabaseSync(file);
	const rows = database
		.prepare(
			`SELECT id, submission_id AS formId FROM applicants WHERE organisation_id = ? AND application_id = ?
				AND submission_id IS NOT NULL ORDER BY seq DESC LIMIT ? OFFSET ?`,
		)
		.all(organisation, application, count, after);
	database.close();
	return rows;
};

/** Gives a submission a layout of its own with that many answered fields, four a row, twenty a section. */
export const widen = ({ file, organisation }, { formId }, fields) => {
	const cols = Array.from({ length: fields }, (_, n) => ({
		fieldId: `f${n}`,
		type: n % 10 === 9 ? "textarea" : "text",
		props: { label: `Question ${n + 1}`, required: true },
	}));
	const rows = chunk(cols, 4).map((four, n) => ({ id: `r${n}`, cols: four }));
	const sections = chunk(rows, 5).map((five, n) => ({ id: `s${n}`, title: `Section ${n + 1}`, rows: five }));
	const data = Object.fromEntries(cols.map(({ fieldId }, n) => [fieldId, `Answer ${n + 1} of a long form`]));
	const database = new DatabaseSync(file);
	database
		.prepare(
			"INSERT INTO form_design_versions (organisation_id, form_design_id, version, layout, created_at) VALUES (?, 'wide', 1, ?, 0)",
		)
		.run(organisation, JSON.stringify({ sections }));
	database
		.prepare(
			"UPDATE submissions SET form_design_id = 'wide', design_version = 1, data = ?, repeats = '{\"sections\":{},\"rows\":{}}' WHERE organisation_id = ? AND id = ?",
		)
		.run(JSON.stringify(data), organisation, formId);
	database.close();
};

const chunk = (list, size) =>
	Array.from({ length: Math.ceil(list.length / size) }, (_, n) => list.slice(n * size, (n + 1) * size));

/** Attaches a file to a field of a form, as the edit screens do. @returns the attachment */
export const attach = async ({ url }, headers, { formId, fieldId, name, type, bytes }) => {
	const { applicationKey } = await (await fetch(`${url}/api/forms/${formId}`, { headers })).json();
	const form = new FormData();
	form.set("data", JSON.stringify({ applicationKey }));
	form.set(`${applicationKey}:${fieldId}`, new Blob([bytes], { type }), name);
	const answer = await fetch(`${url}/api/forms/${formId}`, { method: "PUT", headers, body: form });
	const body = await answer.json();
	if (!answer.ok) throw new Error(`The file was answered ${answer.status}: ${JSON.stringify(body)}`);
	return body.attachments.find((file) => file.fieldId === fieldId);
};

export const photoBytes = () => readFileSync(photo);
