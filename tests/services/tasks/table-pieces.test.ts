import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { openOrgContext } from "#tests/services/org-context";
import { csvFile } from "#worker/gateways/spreadsheets/csv-file";
import { deletePieces, joinPieces, storePiece, type TablePieces } from "#worker/tasks/table-pieces";

const task = {
	id: "task-1",
	type: "EXPORT",
	input: {},
	total: 240,
	result: null,
	applicationTitle: null,
	createdBy: "u",
};

test("a table of many small slices is whole, and its task has few pieces to write down after each of them", async () => {
	const ctx = await openOrgContext();
	let pieces: TablePieces | undefined;
	let most = 0;
	for (let row = 0; row < 240; row++) {
		const rows = [[`row ${row}`]];
		pieces = await storePiece(ctx, { ...task, done: row }, csvFile, { headings: ["Name"], rows, before: pieces });
		most = Math.max(most, pieces.files.length);
	}
	if (!pieces) throw new Error("nothing was stored");
	expect(most).toBeLessThan(60);
	const ended = { ...task, done: 240 };
	const joined = await joinPieces(ctx, ended, csvFile, { ...pieces, fileName: "rows.csv" });
	const text = await (await env.FILES.get(joined.objectKey))?.text();
	expect(text?.match(/row \d+/g)).toEqual(Array.from({ length: 240 }, (_, row) => `row ${row}`));
	await deletePieces(ctx, ended);
	const kept = await env.FILES.list({ prefix: `downloads/${ctx.organisationId}/` });
	expect(kept.objects.map(({ key }) => key)).toEqual([joined.objectKey]);
});
