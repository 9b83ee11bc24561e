import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useNavigate } from "@remix-run/react";
import { ListChecks, Plus } from "lucide-react";
import { useMemo } from "react";
import { orThrow } from "#app/api/problem-response";
import { formatNumber } from "#app/format/numbers";
import { type Column, RecordTable } from "#app/records/record-table";
import { SearchForm, searchDelayMs } from "#app/records/search-form";
import { mayCall } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { type Command, useCommands } from "#app/shell/commands";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { ProblemPage } from "#app/shell/problem-page";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { LinkButton } from "#app/ui/button";
import { EmptyState } from "#app/ui/page/empty-state";
import { pagesOf, readPage } from "#app/ui/page/page-address";
import { PageHeader } from "#app/ui/page/page-header";
import { RowLink } from "#app/ui/table";
import { unableToFetchGroup } from "#worker/contract/screen-problems";
import { formatDate } from "#worker/contract/text/dates";
import { type CandidateGroup, createGroup, listGroups } from "#worker/services/uploaded-candidates/contract";

export const meta: MetaFunction = () => [{ title: "Uploaded Candidates · Matricula" }];

/** Loads a page of the candidate groups (§2 Uploaded candidates). */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user, orgName } = await requireAccess(args, listGroups);
	const { searchParams } = new URL(args.request.url);
	const q = searchParams.get("q") ?? "";
	const { page, size } = readPage(searchParams);
	const query = { name: q, page: String(page), size: String(size) };
	const { data, resultTotal: total } = orThrow(await args.context.api.call(listGroups, { query }));
	return json({
		groups: data,
		q,
		orgName,
		mayCreate: mayCall(user, createGroup),
		pages: pagesOf(`/${orgName}/uploaded-candidates`, searchParams, { page, size, total }),
	});
};

export const { handle, shouldRevalidate } = shows({ "candidate-groups": true });

const UploadedCandidates = () => {
	const { groups, q, orgName, mayCreate, pages } = useLoaderData<typeof loader>();
	const here = `/${orgName}/uploaded-candidates`;
	const { organisation } = useShell();
	useGroupListCommands(here, mayCreate);
	const columns: Column<CandidateGroup>[] = [
		{
			heading: "Name",
			card: "title",
			text: ({ name }) => name,
			cell: ({ id, name }) => <RowLink to={`/${orgName}/manage-candidates/${id}`}>{name}</RowLink>,
		},
		{
			heading: "Application",
			card: "line",
			muted: true,
			text: ({ application }) => application?.title,
			cell: ({ application }) => application?.title ?? "None yet",
		},
		{ ...count, heading: "Candidates", card: "aside", cell: ({ candidates }) => formatNumber(candidates) },
		{ ...count, heading: "Applied", card: "hidden", cell: ({ applied }) => formatNumber(applied) },
		{
			heading: "Created",
			width: 190,
			card: "line",
			isNamedInCard: true,
			muted: true,
			className: "tabular-nums",
			cell: ({ createdAt }) => formatDate(createdAt, organisation.timeZone),
		},
	];
	const create = mayCreate && (
		<LinkButton to={`${here}/new`} icon={Plus} variant="primary" preventScrollReset>
			New group
		</LinkButton>
	);
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader
				title="Uploaded Candidates"
				description="Candidates you expect to apply, such as the JAMB list."
				actions={create}
			/>
			<SearchForm
				action={here}
				label="Search candidate groups"
				placeholder="Name of a group"
				typed={q}
				delayMs={searchDelayMs}
			/>
			<RecordTable
				label="Candidate groups"
				columns={columns}
				rows={groups}
				keyOf={({ id }) => id}
				pages={pages}
				empty={
					<EmptyState
						icon={ListChecks}
						title={q === "" ? "No candidate groups yet" : "No group has such a name"}
						action={q === "" ? create : <LinkButton to={here}>Show all</LinkButton>}
					>
						A group holds the candidates of one list, for one application.
					</EmptyState>
				}
			/>
			<DialogOutlet />
		</div>
	);
};
export default UploadedCandidates;

const count = { width: 120, numeric: true, className: "tabular-nums" };

const useGroupListCommands = (here: string, mayCreate: boolean): void => {
	const navigate = useNavigate();
	const commands = useMemo<Command[]>(() => {
		const focus = () => document.getElementById("list-search")?.focus();
		const create = () => navigate(`${here}/new`, { preventScrollReset: true });
		const own = { group: "List" } as const;
		const search = { ...own, id: "search-candidate-groups", title: "Search in the list", keys: ["/"], keyOnly: true };
		const creation = { ...own, id: "new-candidate-group", title: "New candidate group", icon: Plus };
		return [
			{ ...search, run: focus },
			...(mayCreate ? [{ ...creation, keywords: "create uploaded list jamb", run: create }] : []),
		];
	}, [here, mayCreate, navigate]);
	useCommands(commands);
};

export const ErrorBoundary = () => <ProblemPage texts={{ 500: unableToFetchGroup }} />;
