import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Layers } from "lucide-react";
import * as v from "valibot";
import { orThrow } from "#app/api/problem-response";
import { formatNumber } from "#app/format/numbers";
import { type Column, RecordTable } from "#app/records/record-table";
import { SearchForm } from "#app/records/search-form";
import { useSearchCommand } from "#app/records/use-search-command";
import { batchTitle } from "#app/routes/batches/batch-title";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { Badge } from "#app/ui/badge";
import { LinkButton } from "#app/ui/button";
import { EmptyState } from "#app/ui/page/empty-state";
import { pagesOf, readPage } from "#app/ui/page/page-address";
import { PageHeader } from "#app/ui/page/page-header";
import { Tabs } from "#app/ui/page/tabs";
import { RowLink } from "#app/ui/table";
import { RunKind } from "#worker/contract/bulk";
import { capitalise } from "#worker/contract/text/capitalise";
import { formatDateTime } from "#worker/contract/text/dates";
import { type ListedBatch, listBatches } from "#worker/services/batches/contract";

export const meta = titled("Bulk changes");

/** Loads a page of the institution's bulk changes of the last 90 days, newest first. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, listBatches);
	const { searchParams } = new URL(args.request.url);
	const asked = v.safeParse(RunKind, searchParams.get("kind"));
	const kind = asked.success ? asked.output : undefined;
	const q = searchParams.get("q") ?? "";
	const { page, size } = readPage(searchParams);
	const query = { kind, keyword: q, page: String(page), size: String(size) };
	const { data, resultTotal: total } = orThrow(await api.call(listBatches, { query }));
	const here = `/${orgName}/batches`;
	return json({
		batches: data,
		kind: kind ?? null,
		q,
		here,
		total,
		pages: pagesOf(here, searchParams, { page, size, total }),
	});
};

export const { handle, shouldRevalidate } = shows({ tasks: true });

const looks = {
	running: { label: "Running", colour: "sky" },
	failed: { label: "Stopped", colour: "red" },
	done: { label: "Done", colour: "green" },
	undone: { label: "Undone", colour: "slate" },
} as const;

const Batches = () => {
	const { batches, kind, q, here, total, pages } = useLoaderData<typeof loader>();
	const { organisation } = useShell();
	useSearchCommand();
	const tabTo = (name: string | null) => (name === null ? here : `${here}?kind=${name}`);
	const names = [
		[null, "All"],
		["stage", "Stages"],
		["course", `${capitalise(organisation.aliases.course)}s`],
		["location", "Postings"],
		["reviewer", "Reviewers"],
		["letter", "Letters"],
		["erasure", "Erasures"],
	] as const;
	const columns: Column<ListedBatch>[] = [
		{
			heading: "Change",
			card: "title",
			text: batchTitle,
			cell: (batch) => <RowLink to={`${here}/${batch.id}`}>{batchTitle(batch)}</RowLink>,
		},
		{ heading: "By", width: 170, card: "line", muted: true, text: ({ startedBy }) => startedBy },
		{
			heading: "When",
			width: 256,
			card: "line",
			muted: true,
			className: "tabular-nums",
			cell: ({ createdAt }) => formatDateTime(createdAt, organisation.timeZone),
		},
		{
			heading: "Changed",
			width: 140,
			numeric: true,
			card: "line",
			className: "tabular-nums",
			cell: ({ changed, total }) => `${formatNumber(changed)} of ${formatNumber(total)}`,
		},
		{
			heading: "Status",
			width: 120,
			card: "aside",
			cell: ({ status }) => <Badge colour={looks[status].colour}>{looks[status].label}</Badge>,
		},
	];
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader
				title="Bulk changes"
				description="Changes of two or more applicants at once, by you and your colleagues, in the last 90 days."
			/>
			<Tabs
				label="Kinds of changes"
				tabs={names.map(([name, label]) => ({
					to: tabTo(name),
					label,
					current: kind === name,
					...(kind === name && q === "" && { count: total }),
				}))}
			/>
			<SearchForm
				action={here}
				label="Search bulk changes"
				placeholder={`Stage, ${organisation.aliases.course}, location or template`}
				typed={q}
				keep={kind === null ? [] : [["kind", kind]]}
			/>
			<RecordTable
				label="Bulk changes"
				columns={columns}
				rows={batches}
				keyOf={({ id }) => id}
				pages={pages}
				empty={
					<EmptyState
						icon={Layers}
						title={q === "" ? "No bulk changes yet" : `No change matches “${q}”`}
						action={q !== "" && <LinkButton to={tabTo(kind)}>Show all</LinkButton>}
					>
						Select applicants in the list to move, post or write letters to several at once.
					</EmptyState>
				}
			/>
		</div>
	);
};
export default Batches;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
