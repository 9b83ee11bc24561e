import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Copy, LayoutTemplate, Plus, Upload } from "lucide-react";
import { useMemo } from "react";
import { orThrow } from "#app/api/problem-response";
import { inWords } from "#app/format/in-words";
import { formatCount } from "#app/format/numbers";
import { type Column, RecordTable } from "#app/records/record-table";
import { showsRecords } from "#app/records/screen";
import { SearchForm } from "#app/records/search-form";
import { kindOf, kinds, pageOf, templateScreen } from "#app/routes/templates/screen";
import { may, mayEverywhere } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { type Command, useCommands } from "#app/shell/commands";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { useShell } from "#app/shell/shell-context";
import { titled } from "#app/shell/titled";
import { Badge } from "#app/ui/badge";
import { LinkButton } from "#app/ui/button";
import { EmptyState } from "#app/ui/page/empty-state";
import { pagesOf, readPage } from "#app/ui/page/page-address";
import { PageHeader } from "#app/ui/page/page-header";
import { Tabs } from "#app/ui/page/tabs";
import { RowLink } from "#app/ui/table";
import { VisuallyHidden } from "#app/ui/visually-hidden";
import { formatDate } from "#worker/contract/text/dates";
import {
	copyTemplate,
	createTemplate,
	listSystemTemplates,
	listTemplates,
	type TemplateRow,
} from "#worker/services/templates/contract";

export const meta = titled("Templates");

/** The most system templates that are shown; the product brings a few of each type. */
const systemShown = 100;

const sorts = ["name", "-name", "changed", "-changed"] as const;

/** Loads a page of the institution's templates of a type, and those of the product. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user, api, orgName } = await requireAccess(args, may.seeTemplates);
	const { searchParams } = new URL(args.request.url);
	const { type } = kindOf(searchParams.get("type"));
	const { page, size } = readPage(searchParams);
	const q = searchParams.get("q") ?? "";
	const sort = sorts.find((one) => one === searchParams.get("sort")) ?? "name";
	const sorted = { type, name: q, sort, page: String(page), size: String(size) };
	const [own, system] = await Promise.all([
		api.call(listTemplates, { query: { ...sorted, origin: "user" } }).then(orThrow),
		api.call(listSystemTemplates, { query: { type, name: q, size: String(systemShown) } }).then(orThrow),
	]);
	return json({
		type,
		q,
		sort,
		isSorted: searchParams.has("sort"),
		rows: own.data,
		system: system.data,
		pages: pagesOf(`/${orgName}/templates`, searchParams, { page, size, total: own.resultTotal }),
		mayCreate: mayEverywhere(user, createTemplate),
		mayCopy: mayEverywhere(user, copyTemplate),
	});
};

export const { handle, shouldRevalidate } = showsRecords(templateScreen);

/** The templates of a type, the institution's and the product's apart (§2). */
const Templates = () => {
	const { type, q, sort, isSorted, rows, system, pages, mayCreate, mayCopy } = useLoaderData<typeof loader>();
	const { orgName, organisation } = useShell();
	const base = `/${orgName}`;
	const here = `${base}/templates`;
	const { one, many } = kindOf(type);
	const newTo = `${base}/manage-template?type=${type}`;
	useListCommands({ base, type, rows: [...rows, ...system], mayCreate });
	const columns = columnsOf(base, organisation.timeZone);
	const sortTo = (by: string) => `${here}?${new URLSearchParams({ type, ...(q && { q }), sort: by })}`;
	const create = mayCreate && (
		<LinkButton to={newTo} target="_blank" icon={Plus} variant="primary">
			New {one}
			<VisuallyHidden> (opens in a new tab)</VisuallyHidden>
		</LinkButton>
	);
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader
				title="Templates"
				description={templateScreen.description}
				actions={
					<>
						{mayCreate && (
							<LinkButton to={`${here}/import?type=${type}`} icon={Upload} preventScrollReset>
								Import
							</LinkButton>
						)}
						{create}
					</>
				}
			/>
			<Tabs
				label="Templates"
				tabs={kinds.map((kind) => ({ to: `${here}?type=${kind.type}`, label: kind.tab, current: kind.type === type }))}
			/>
			<SearchForm
				action={here}
				label={`Search ${many}`}
				placeholder={templateScreen.search.placeholder}
				typed={q}
				keep={[["type", type], ...(isSorted ? [["sort", sort] as const] : [])]}
			/>
			<section aria-labelledby="own" className="grid grid-cols-1 gap-2">
				<h2 id="own" className="text-lg">
					Made by {organisation.name}
				</h2>
				<RecordTable
					label={`Made by ${organisation.name}`}
					columns={columns}
					rows={rows}
					keyOf={({ id }) => id}
					pages={pages}
					sorting={{ by: sort, to: sortTo }}
					empty={
						<EmptyState
							icon={LayoutTemplate}
							title={q ? `No ${many} found` : `No ${many} yet`}
							action={q ? <LinkButton to={`${here}?type=${type}`}>Show all</LinkButton> : create}
						>
							{q ? "Nothing matches the search." : templateScreen.description}
						</EmptyState>
					}
				/>
			</section>
			{system.length > 0 && (
				<section aria-labelledby="system" className="grid grid-cols-1 gap-2">
					<div>
						<h2 id="system" className="text-lg">
							System templates
						</h2>
						<p className="text-text-2">They can be switched off, and copied to be changed.</p>
					</div>
					<RecordTable
						label="System templates"
						columns={[...columns.map(({ sort: _, ...column }) => column), ...(mayCopy ? [copyColumn(base)] : [])]}
						rows={system}
						keyOf={({ id }) => id}
						empty={null}
					/>
				</section>
			)}
			<DialogOutlet />
		</div>
	);
};
export default Templates;

/** Says what uses a template: "2 stages and 1 reminder". */
const usedBy = ({ stages, reminders }: Pick<TemplateRow, "stages" | "reminders">): string =>
	inWords([
		...(stages > 0 ? [formatCount(stages, "stage")] : []),
		...(reminders > 0 ? [formatCount(reminders, "reminder")] : []),
	]);

const columnsOf = (base: string, timeZone: string): readonly Column<TemplateRow>[] => [
	{
		heading: "Name",
		card: "title",
		sort: "name",
		text: ({ name }) => name,
		cell: ({ id, name }) => (
			// why a link of its own with a mode: the page opens in a new tab, to be edited (§2).
			<RowLink to={pageOf(base, id, "edit")} target="_blank">
				{name}
				<VisuallyHidden> (opens in a new tab)</VisuallyHidden>
			</RowLink>
		),
	},
	{
		heading: "State",
		width: 150,
		card: "aside",
		cell: ({ active, hasDraft }) => (
			<span className="flex flex-wrap gap-1.5">
				<Badge colour={active ? "green" : "slate"}>{active ? "Active" : "Inactive"}</Badge>
				{hasDraft && <Badge colour="amber">Draft</Badge>}
			</span>
		),
	},
	{
		heading: "Used by",
		width: 220,
		card: "line",
		muted: true,
		isNamedInCard: true,
		text: (row) => usedBy(row) || "Nothing yet",
	},
	{
		heading: "Changed",
		width: 190,
		card: "line",
		muted: true,
		isNamedInCard: true,
		sort: "changed",
		text: ({ updatedAt }) => formatDate(updatedAt, timeZone),
	},
];

const copyColumn = (base: string): Column<TemplateRow> => ({
	heading: "Copy",
	width: 110,
	card: "line",
	cell: ({ id, name }) => (
		<LinkButton to={`${base}/manage-template/copy?id=${encodeURIComponent(id)}`} size="small" icon={Copy}>
			Copy<VisuallyHidden> {name}</VisuallyHidden>
		</LinkButton>
	),
});

interface ListCommands {
	base: string;
	type: string;
	rows: readonly TemplateRow[];
	mayCreate: boolean;
}

/** Commands of the list: to search, to create one, to change the tab, and to open one by its name. */
const useListCommands = ({ base, type, rows, mayCreate }: ListCommands): void => {
	const commands = useMemo<Command[]>(() => {
		const own = { group: "List", icon: LayoutTemplate } as const;
		const open = (to: string) => () => void window.open(to, "_blank");
		const focus = () => document.getElementById("list-search")?.focus();
		const { one } = kindOf(type);
		return [
			{ group: "List", id: "search-template", title: "Search in the list", keys: ["/"], keyOnly: true, run: focus },
			...(mayCreate
				? [{ ...own, id: "new-template", title: `New ${one}`, run: open(`${base}/manage-template?type=${type}`) }]
				: []),
			...rows.map(({ id, name }) => ({
				...own,
				id: `open-template-${id}`,
				title: `Open ${name}`,
				isSearchedOnly: true,
				keywords: `${one} edit change`,
				run: open(pageOf(base, id, "edit")),
			})),
		];
	}, [base, type, rows, mayCreate]);
	useCommands(commands);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
