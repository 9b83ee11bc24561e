import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Stamp } from "lucide-react";
import * as v from "valibot";
import { orThrow } from "#app/api/problem-response";
import { formatNumber } from "#app/format/numbers";
import { type Column, RecordTable } from "#app/records/record-table";
import { releaseLooks } from "#app/routes/stage-changes/releases/release-state";
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
import { releaseStates } from "#worker/contract/release-states";
import { formatDateTime } from "#worker/contract/text/dates";
import { listReleases, type Release } from "#worker/services/stage-changes/release.contract";

export const meta = titled("Releases");

/** Loads a page of the releases that the user may see, newest first. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, listReleases);
	const { searchParams } = new URL(args.request.url);
	const asked = v.safeParse(v.picklist(releaseStates), searchParams.get("state"));
	const state = asked.success ? asked.output : undefined;
	const { page, size } = readPage(searchParams);
	const query = { state, page: String(page), size: String(size) };
	const { data, resultTotal: total } = orThrow(await api.call(listReleases, { query }));
	const base = `/${orgName}/releases`;
	return json({
		releases: data,
		state: state ?? null,
		base,
		total,
		list: `/${orgName}/applicants`,
		pages: pagesOf(base, searchParams, { page, size, total }),
	});
};

export const { handle, shouldRevalidate } = shows({ releases: true });

/** Stage changes that a second person approves. */
const Releases = () => {
	const { releases, state, base, list, total, pages } = useLoaderData<typeof loader>();
	const { timeZone } = useShell().organisation;
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader
				title="Releases"
				description="Decisions that one person proposes, another approves, and that reach applicants at a chosen time."
			/>
			<Tabs
				label="States of releases"
				tabs={[
					{ to: base, label: "All", current: state === null, ...(state === null && { count: total }) },
					...releaseStates.map((one) => ({
						to: `${base}?state=${one}`,
						label: releaseLooks[one].many,
						current: state === one,
						...(state === one && { count: total }),
					})),
				]}
			/>
			<RecordTable
				label="Releases"
				columns={columnsOf(base, timeZone)}
				rows={releases}
				keyOf={({ id }) => id}
				pages={pages}
				empty={
					<EmptyState
						icon={Stamp}
						title={state === null ? "No releases yet" : "None in this state"}
						action={
							<LinkButton to={state === null ? list : base}>{state === null ? "Applicants" : "Show all"}</LinkButton>
						}
					>
						Select applicants in the list, move them to a stage, and choose “Prepare a release”.
					</EmptyState>
				}
			/>
		</div>
	);
};
export default Releases;

const columnsOf = (base: string, timeZone: string): Column<Release>[] => [
	{
		heading: "Stage",
		card: "title",
		text: ({ stageName }) => stageName,
		cell: ({ id, stageName }) => <RowLink to={`${base}/${id}`}>{stageName}</RowLink>,
	},
	{ heading: "Application", card: "line", muted: true, text: ({ applicationTitle }) => applicationTitle ?? undefined },
	{
		heading: "Applicants",
		width: 110,
		numeric: true,
		card: "line",
		className: "tabular-nums",
		cell: ({ total }) => formatNumber(total),
	},
	{ heading: "Prepared by", width: 145, card: "line", muted: true, text: ({ prepared }) => prepared.name },
	{
		heading: "Prepared",
		width: 215,
		card: "line",
		muted: true,
		className: "tabular-nums",
		text: ({ prepared }) => formatDateTime(prepared.at, timeZone),
	},
	{
		heading: "State",
		width: 150,
		card: "aside",
		cell: ({ state }) => <Badge colour={releaseLooks[state].colour}>{releaseLooks[state].label}</Badge>,
	},
];

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
