import { Form } from "@remix-run/react";
import { type CSSProperties, type ReactNode, useContext, useMemo } from "react";
import { KeptFields } from "#app/list/kept-fields";
import { listSearch, refilter, withSelected } from "#app/list/list-address";
import type { Selection } from "#app/list/selection";
import { selectionPages } from "#app/list/selection-pages";
import { nextSort, sortedBy } from "#app/list/sorting";
import { useSelectedCount } from "#app/list/use-selection";
import { ApplicantTableRow } from "#app/routes/applicants/applicant-table-row";
import { columnLabel, columnsOfList, leastWidth } from "#app/routes/applicants/columns/list-columns";
import type { ListFrame } from "#app/routes/applicants/list-body";
import type { ShownApplicant } from "#app/routes/applicants/load-list.server";
import { useShell } from "#app/shell/shell-context";
import { Button } from "#app/ui/button";
import { Checkbox } from "#app/ui/checkbox";
import { useStore } from "#app/ui/store";
import { Table, TableBody, TableHead, Th } from "#app/ui/table";
import { ScriptsKnown, useHydrated } from "#app/ui/use-hydrated";
import { VisuallyHidden } from "#app/ui/visually-hidden";
import type { SortColumn } from "#worker/contract/applicant-filter";
import type { ListColumn } from "#worker/contract/list-columns";

interface ApplicantTableProps extends Omit<ListFrame, "selection"> {
	rows: readonly ShownApplicant[];
	columns: readonly ListColumn[];
	/** Now, in UTC milliseconds. */
	now: number;
	/** Undefined for a user without bulk actions. */
	selection: Selection | undefined;
	busy: boolean;
	/** Selects every applicant of the list, on all pages. */
	allMatching: ReactNode;
}

/** Columns wider than this scroll in their card. why not always: their heads then do not stay visible. */
const widestWithoutScroll = 1040;

export const ApplicantTable = (props: ApplicantTableProps) => {
	const { rows, columns, base, address, now, selection, carried, mayMove, busy, allMatching } = props;
	const { organisation, user } = useShell();
	const pages = selectionPages(organisation, user.privileges);
	const scriptsKnown = useContext(ScriptsKnown);
	const search = listSearch(address);
	const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
	const sortTo = (column: SortColumn) =>
		base + withSelected(refilter(address, { sort: nextSort(column, address.sort) }), carried);
	const order = address.sort ?? (address.needs === "waiting" ? "waiting" : undefined);
	const head = (id: ListColumn) => {
		const { sort, width, numeric, className } = columnsOfList[id];
		return (
			<Th
				key={id}
				width={width}
				numeric={numeric}
				className={className}
				sortTo={sort && sortTo(sort)}
				sorted={sort && sortedBy(sort, order)}
			>
				{id === "course" ? (
					<span className="inline-block first-letter:uppercase">{columnLabel(id, organisation.aliases.course)}</span>
				) : (
					columnsOfList[id].label
				)}
			</Th>
		);
	};
	const rowsTable = (
		<Table label="Applicants" busy={busy}>
			<TableHead>
				{selection && (
					<Th width={44}>
						<SelectPage selection={selection} ids={ids} />
					</Th>
				)}
				<Th label="Applicant" aside={allMatching} sortTo={sortTo("name")} sorted={sortedBy("name", order)}>
					Applicant
				</Th>
				{columns.map(head)}
			</TableHead>
			<TableBody>
				{rows.map((row) => (
					<ApplicantTableRow
						key={row.id}
						row={row}
						columns={columns}
						base={base}
						search={search}
						now={now}
						selection={selection}
					/>
				))}
			</TableBody>
		</Table>
	);
	const width = leastWidth(columns);
	const table =
		width > widestWithoutScroll ? (
			// why the top: within what scrolls, nothing is fixed above the heads.
			<div className="[--sticky-top:0px] lg:overflow-x-auto">
				<div className="lg:min-w-(--least)" style={{ "--least": `${width}px` } as CSSProperties}>
					{rowsTable}
				</div>
			</div>
		) : (
			rowsTable
		);
	if (!selection) return table;
	return (
		<Form
			id="selection"
			data-ticks-early
			method="get"
			action={`${base}/${mayMove ? "stage" : pages[0]?.path}`}
			preventScrollReset
		>
			<SelectedElsewhere selection={selection} search={search} ids={ids} />
			{table}
			{!scriptsKnown && (
				<noscript>
					<div className="flex flex-wrap gap-2 border-line border-t px-3 py-2">
						{mayMove && (
							<Button variant="primary" size="small">
								Move selected to stage
							</Button>
						)}
						{pages.map(({ path, label }) => (
							<Button key={path} size="small" formAction={`${base}/${path}`}>
								{label}
							</Button>
						))}
						<Button size="small" formAction={base}>
							Keep selection
						</Button>
					</div>
				</noscript>
			)}
		</Form>
	);
};

interface OfPage {
	selection: Selection;
	ids: readonly string[];
}

const SelectPage = ({ selection, ids }: OfPage) => {
	const hydrated = useHydrated();
	const chosen = useSelectedCount(selection, ids);
	if (!hydrated) return <VisuallyHidden>Select</VisuallyHidden>;
	return (
		<Checkbox
			aria-label="Select every applicant on this page"
			checked={chosen === ids.length}
			indeterminate={chosen > 0 && chosen < ids.length}
			onChange={() => selection.toggleAll(ids)}
		/>
	);
};

/** Repeats the list's address and the selection of other pages in the form. */
const SelectedElsewhere = ({ selection, ids, search }: OfPage & { search: string }) => {
	// why a string: it stays equal while only rows of this page change.
	const elsewhere = useStore(selection, (chosen) => [...chosen].filter((id) => !ids.includes(id)).join());
	return <KeptFields search={withSelected(search, elsewhere === "" ? [] : elsewhere.split(","))} />;
};
