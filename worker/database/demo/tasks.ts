import { csvFile } from "#worker/gateways/spreadsheets/csv-file";
import { downloadsFolder } from "#worker/sweep/old-downloads";
import type { Row } from "./insert";
import type { People } from "./people";
import { createRandom } from "./random";
import type { DemoApplication, Setup } from "./setup";
import { day, hour } from "./times";

/** A file for the file store that is made with the data. */
export interface MadeFile {
	key: string;
	mimetype: string;
	bytes: Uint8Array;
}

const columns = ["applicationNumber", "firstName", "lastName", "email", "stage", "courseCode", "courseTitle"];
const headings = ["Application number", "First name", "Last name", "Email address", "Stage", "Course code", "Course"];

interface Exported {
	application: DemoApplication;
	applicants: readonly Row<"applicants">[];
	seed: number;
	now: number;
}

/** Makes what the first administrator exported: a file to download, and an export that failed and can be tried again. */
export const tasksOf = (
	{ organisation }: Setup,
	{ idByRole }: People,
	{ application, applicants, seed, now }: Exported,
): { tasks: Row<"tasks">[]; files: MadeFile[] } => {
	const random = createRandom(seed, organisation.id, "exports");
	const [createdBy] = idByRole("super-admin");
	if (createdBy === undefined || applicants.length === 0) return { tasks: [], files: [] };
	const base = { organisationId: organisation.id, type: "EXPORT_CANDIATE", createdBy };
	const candidateIds = applicants.map(({ id }) => id);
	const input = { applicationId: application.id, candidateIds, columns };
	const total = candidateIds.length;

	const ready = { id: random.id("k"), at: now - 3 * hour };
	const { bytes } = csvFile.piece(headings, applicants.map(cellsIn(application)), undefined);
	const file = { key: `${downloadsFolder}${organisation.id}/${ready.id}/applicants.csv`, mimetype: csvFile.mimetype };
	const name = `${application.plan.title} ${new Date(ready.at).toISOString().slice(0, 10)}.csv`;
	const result = { objectKey: file.key, mimetype: file.mimetype, size: bytes.length, rows: total, name, leftOut: 0 };

	const failedAt = now - day;
	const reason = "The files could not be reached. Try again.";
	return {
		tasks: [
			{
				...base,
				id: ready.id,
				status: "SUCCESS",
				input: { ...input, format: "csv" },
				total,
				done: total,
				result,
				createdAt: ready.at,
				updatedAt: ready.at + 4_000,
			},
			{
				...base,
				id: random.id("k"),
				status: "FAILED",
				input: { ...input, format: "xlsx" },
				total,
				done: 0,
				result: { reason },
				createdAt: failedAt,
				updatedAt: failedAt + 62_000,
			},
		],
		files: [{ ...file, bytes }],
	};
};

const cellsIn =
	({ steps, courses }: DemoApplication) =>
	({ applicationNumber, firstName, lastName, email, stepId, courseId }: Row<"applicants">) => {
		const course = courses.find(({ id }) => id === courseId);
		const stage = steps.find(({ id }) => id === stepId)?.name ?? stepId;
		return [applicationNumber, firstName, lastName, email, stage, course?.code ?? courseId, course?.title ?? courseId];
	};
