import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useNavigate } from "@remix-run/react";
import { ListChecks, Plus } from "lucide-react";
import { useMemo } from "react";
import { orThrow } from "#app/api/problem-response";
import { formatDate } from "#app/format/dates";
import { formatNumber } from "#app/format/numbers";
import { SearchForm } from "#app/routes/uploaded-candidates/search-form";
import { mayCall } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { type Command, useCommands } from "#app/shell/commands";
import { ProblemPage } from "#app/shell/problem-page";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { LinkButton } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { EmptyState } from "#app/ui/page/empty-state";
import { pagesOf, readPage } from "#app/ui/page/page-address";
import { PageHeader } from "#app/ui/page/page-header";
import { Pagination } from "#app/ui/page/pagination";
import { RowLink, Table, TableBody, TableHead, Td, Th, Tr } from "#app/ui/table";
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
		...{ groups: data, q, orgName, mayCreate: mayCall(user, createGroup) },
		pages: pagesOf(`/${orgName}/uploaded-candidates`, searchParams, { page, size, total }),
	});
};

export const { handle, shouldRevalidate } = shows({ "candidate-groups": true });

const UploadedCandidates = () => {
	const { groups, q, orgName, mayCreate, pages } = useLoaderData<typeof loader>();
	const here = `/${orgName}/uploaded-candidates`;
	useGroupListCommands(here, mayCreate);
	const create = mayCreate && (
		<LinkButton to={`${here}/new`} icon={Plus} variant="primary" preventScrollReset>
			New group
		</LinkButton>
	);
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader
				title="Uploaded Candidates"
				description="Lists of people that the institution receives before they apply, such as those of JAMB."
				actions={create}
			/>
			<SearchForm action={here} label="Search candidate groups" placeholder="Name of a group" typed={q} />
			<Card>
				{groups.length === 0 ? (
					<EmptyState
						icon={ListChecks}
						title={q === "" ? "No candidate groups yet" : "No group has such a name"}
						action={q === "" ? create : <LinkButton to={here}>Show all</LinkButton>}
					>
						A group holds the candidates of one list, for one application.
					</EmptyState>
				) : (
					<>
						<Table label="Candidate groups">
							<TableHead>
								<Th>Name</Th>
								<Th>Application</Th>
								<Th width={120} numeric>
									Candidates
								</Th>
								<Th width={120} numeric>
									Applied
								</Th>
								<Th width={190}>Created</Th>
							</TableHead>
							<TableBody>
								{groups.map((group) => (
									<GroupRow key={group.id} group={group} orgName={orgName} />
								))}
							</TableBody>
						</Table>
						<Pagination {...pages} />
					</>
				)}
			</Card>
			<Outlet />
		</div>
	);
};
export default UploadedCandidates;

const GroupRow = ({ group, orgName }: { group: CandidateGroup; orgName: string }) => {
	const { organisation } = useShell();
	return (
		<Tr>
			<Td card="title" title={group.name}>
				<RowLink to={`/${orgName}/manage-candidates/${group.id}`}>{group.name}</RowLink>
			</Td>
			<Td card="line" muted title={group.application?.title}>
				{group.application?.title ?? "None yet"}
			</Td>
			<Td card="aside" numeric className="tabular-nums">
				{formatNumber(group.candidates)}
			</Td>
			<Td card="hidden" numeric className="tabular-nums">
				{formatNumber(group.applied)}
			</Td>
			<Td card="line" muted className="tabular-nums">
				{formatDate(group.createdAt, organisation.timeZone)}
			</Td>
		</Tr>
	);
};

/** Adds the actions of the page to the palette. */
const useGroupListCommands = (here: string, mayCreate: boolean): void => {
	const navigate = useNavigate();
	const commands = useMemo<Command[]>(
		() => [
			{
				id: "search-candidate-groups",
				title: "Search in the list",
				group: "List",
				keys: ["/"],
				keyOnly: true,
				run: () => document.getElementById("list-search")?.focus(),
			},
			...(mayCreate
				? [
						{
							id: "new-candidate-group",
							title: "New candidate group",
							group: "List" as const,
							icon: Plus,
							keywords: "create uploaded list jamb",
							run: () => navigate(`${here}/new`, { preventScrollReset: true }),
						},
					]
				: []),
		],
		[here, mayCreate, navigate],
	);
	useCommands(commands);
};

export const ErrorBoundary = () => <ProblemPage />;
