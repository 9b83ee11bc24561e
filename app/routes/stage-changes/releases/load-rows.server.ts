import * as v from "valibot";
import type { ApiClient } from "#app/api/client";
import { pagesOf, readPage } from "#app/ui/page/page-address";
import { RowOutcome } from "#worker/contract/bulk";
import { getBatch, listBatchRows } from "#worker/services/batches/contract";
import { previewRelease, type Release } from "#worker/services/stage-changes/release.contract";

const rowsOnPage = 50;

/** Loads one page of a release's applicants: what would become of them now, or what has. */
export const loadRows = async (api: ApiClient, release: Release, { searchParams }: URL, here: string) => {
	const params = { id: release.id };
	const { page, size } = readPage(searchParams, rowsOnPage);
	const asked = { page: String(page), size: String(size) };
	if (release.runId === null) {
		const previewed = await api.call(previewRelease, { params, query: asked });
		const preview = previewed.ok ? previewed.value : null;
		return {
			preview,
			fault: previewed.ok ? null : previewed.problem.error,
			batch: null,
			rows: preview?.rows ?? [],
			pages: pagesOf(here, searchParams, { page, size, total: preview?.total ?? 0 }),
		};
	}
	const chosen = v.safeParse(RowOutcome, searchParams.get("outcome"));
	const outcome = chosen.success ? chosen.output : undefined;
	const [batch, rows] = await Promise.all([
		api.call(getBatch, { params }),
		api.call(listBatchRows, { params, query: { outcome, ...asked } }),
	]);
	// why null: results are kept for a time, and a release for ever.
	const found = batch.ok && rows.ok;
	return {
		preview: null,
		fault: null,
		rows: found ? rows.value.data : [],
		batch: found ? { counts: batch.value.counts, task: batch.value.task, outcome: outcome ?? null } : null,
		pages: pagesOf(here, searchParams, { page, size, total: found ? rows.value.resultTotal : 0 }),
	};
};
