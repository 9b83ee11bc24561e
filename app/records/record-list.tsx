import { useLoaderData, useLocation, useNavigate } from "@remix-run/react";
import { Plus } from "lucide-react";
import { useMemo } from "react";
import type { RecordsLoader } from "#app/records/load-records.server";
import { RecordTable } from "#app/records/record-table";
import type { AnyRow, RecordScreen } from "#app/records/screen";
import { SearchForm } from "#app/records/search-form";
import { useScreenTexts } from "#app/records/use-screen-texts";
import { useSorting } from "#app/records/use-sorting";
import { type Command, useCommands } from "#app/shell/commands";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { LinkButton } from "#app/ui/button";
import type { Icon } from "#app/ui/icon";
import { EmptyState } from "#app/ui/page/empty-state";
import { PageHeader } from "#app/ui/page/page-header";
import { Tabs } from "#app/ui/page/tabs";
import { RowLink } from "#app/ui/table";
import { capitalise } from "#worker/contract/text/capitalise";

/** The list of a kind of record, under the dialogs that are opened from it. */
export const RecordList = <Row extends AnyRow>({ screen }: { screen: RecordScreen<Row> }) => {
	const loaded = useLoaderData<RecordsLoader>();
	const { q, sort, isSorted, chosen, wrongDays, choices, mayCreate, pages } = loaded;
	const rows = loaded.rows as unknown as readonly Row[];
	const { inWords, context } = useScreenTexts(sort);
	const { search } = useLocation();
	const here = `${context.base}/${screen.path}`;
	const [one, many] = [inWords(screen.one), inWords(screen.many)];
	const { page } = screen;
	const newTo = page ? `${context.base}/${page.create}` : `${here}/new${search}`;
	const toRow = (id: string) => (page ? `${context.base}/${page.path}/${id}` : `${here}/${id}${search}`);
	const more = (mayCreate ? (screen.more ?? []) : []).map(({ path, label, icon, isPage }) => ({
		path,
		icon,
		isPage,
		label: inWords(label),
		to: `${here}/${path}${isPage ? "" : search}`,
	}));
	const sorting = useSorting(here, sort);
	useListCommands(screen, rows, { newTo, toRow, one, mayCreate, more });
	const [title, ...others] = screen.columns(context);
	if (!title) throw new Error(`${screen.kind} has no columns`);
	const first = screen.first?.(choices);
	const isNarrow = q !== "" || Object.values(chosen).some(Boolean);
	const columns = [
		{
			cell: (row: Row) => (
				<RowLink
					to={toRow(row.id)}
					preventScrollReset={!page}
					// why not in a card: its other lines are not moved in.
					className="max-lg:ps-0!"
					style={{ paddingInlineStart: `${(title.indent?.(row) ?? 0) * 20}px` }}
				>
					{title.text?.(row) ?? screen.nameOf(row)}
				</RowLink>
			),
			...title,
		},
		...others,
	].map(({ indent: _, ...column }) => ({ ...column, heading: inWords(column.heading) }));
	const create = (links: typeof more) =>
		mayCreate && (
			<>
				{links.map(({ path, label, icon, to }) => (
					<LinkButton key={path} to={to} icon={icon} preventScrollReset>
						{label}
					</LinkButton>
				))}
				<LinkButton to={newTo} icon={Plus} variant="primary" preventScrollReset={!page}>
					New {one}
				</LinkButton>
			</>
		);
	const filters = (screen.filters ?? []).map(({ name, label, as }) => ({
		name,
		label: inWords(label),
		as,
		options: choices[name] ?? [],
		chosen: chosen[name],
		wrongDays: wrongDays?.name === name ? wrongDays.wrongDays : null,
	}));
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader title={inWords(screen.title)} description={inWords(screen.description)} actions={create(more)} />
			{screen.tabs && (
				<Tabs
					label={inWords(screen.title)}
					tabs={screen.tabs.map(({ path, label }) => ({
						to: `${context.base}/${path}`,
						label: inWords(label),
						current: path === screen.path,
					}))}
				/>
			)}
			<SearchForm
				action={here}
				label={`Search ${many}`}
				placeholder={inWords(screen.search.placeholder)}
				typed={q}
				delayMs={screen.search.delayMs}
				filters={filters}
				keep={isSorted ? [["sort", sort]] : []}
			/>
			<RecordTable
				label={capitalise(many)}
				columns={columns}
				rows={rows}
				keyOf={({ id }) => id}
				pages={pages}
				sorting={sorting}
				wrongDays={wrongDays?.wrongDays}
				empty={
					<EmptyState
						icon={screen.icon}
						title={isNarrow ? `No ${many} found` : `No ${many} yet`}
						action={
							isNarrow ? (
								<LinkButton to={here}>Show all</LinkButton>
							) : first ? (
								mayCreate && <LinkButton to={`${context.base}/${first.path}`}>{first.label}</LinkButton>
							) : (
								// why without pages: where nothing is yet, they show nothing either.
								create(more.filter(({ isPage }) => !isPage))
							)
						}
					>
						{isNarrow ? "Nothing matches the search." : inWords(first?.text ?? screen.description)}
					</EmptyState>
				}
			/>
			<DialogOutlet />
		</div>
	);
};

interface ListCommands {
	newTo: string;
	toRow(id: string): string;
	one: string;
	mayCreate: boolean;
	more: readonly { path: string; label: string; icon: Icon; to: string }[];
}

/** Commands of the list: to search, to create one, and to open one by its name. */
const useListCommands = <Row extends AnyRow>(
	{ kind, icon, nameOf }: RecordScreen<Row>,
	rows: readonly Row[],
	{ newTo, toRow, one, mayCreate, more }: ListCommands,
): void => {
	const navigate = useNavigate();
	// biome-ignore lint/correctness/useExhaustiveDependencies: every address is made as `newTo` is, so they change together.
	const commands = useMemo<Command[]>(() => {
		const own = { group: "List" } as const;
		const open = (to: string) => () => navigate(to, { preventScrollReset: true });
		const focus = () => document.getElementById("list-search")?.focus();
		return [
			{ ...own, id: `search-${kind}`, title: "Search in the list", keys: ["/"], keyOnly: true, run: focus },
			...(mayCreate
				? [{ ...own, id: `new-${kind}`, title: `New ${one}`, icon: Plus, keywords: "create add", run: open(newTo) }]
				: []),
			...more.map(({ path, label, icon, to }) => ({
				...own,
				id: `${path}-${kind}`,
				title: label,
				icon,
				keywords: "create add import",
				run: open(to),
			})),
			...rows.map((row) => ({
				...own,
				id: `open-${kind}-${row.id}`,
				title: `Open ${nameOf(row)}`,
				icon,
				isSearchedOnly: true,
				keywords: `${one} edit change`,
				run: open(toRow(row.id)),
			})),
		];
	}, [kind, rows, newTo, one, mayCreate, icon, nameOf, navigate]);
	useCommands(commands);
};
