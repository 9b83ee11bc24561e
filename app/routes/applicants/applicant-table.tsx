import { Form } from "@remix-run/react";
import { fullName } from "#app/format/names";
import { formatWaiting } from "#app/format/relative-time";
import { KeptFields } from "#app/routes/applicants/kept-fields";
import { type ListAddress, listSearch, withSelected } from "#app/routes/applicants/list-address";
import type { Selection } from "#app/routes/applicants/use-selection";
import { useShell } from "#app/shell/shell-context";
import { StageBadge } from "#app/ui/badge";
import { Button } from "#app/ui/button";
import { Checkbox } from "#app/ui/checkbox";
import { RowLink, Table, TableBody, TableHead, Td, Th, Tr } from "#app/ui/table";
import { useHydrated } from "#app/ui/use-hydrated";
import type { ApplicantRow } from "#worker/services/applicants/contract";

interface ApplicantTableProps {
	rows: readonly ApplicantRow[];
	base: string;
	address: ListAddress;
	/** UTC milliseconds: what waiting is counted to. */
	now: number;
	/** Left out for a reader who may not move anybody. */
	selection: Selection | undefined;
	cursor: string | undefined;
	busy: boolean;
}

/** Applicants as rows, or as cards where there is no room for columns. */
export const ApplicantTable = ({ rows, base, address, now, selection, cursor, busy }: ApplicantTableProps) => {
	const { organisation } = useShell();
	const hydrated = useHydrated();
	const search = listSearch(address);
	const ids = rows.map(({ id }) => id);
	const chosen = selection ? ids.filter((id) => selection.has(id)).length : 0;
	const elsewhere = selection ? [...selection.ids].filter((id) => !ids.includes(id)) : [];
	const courseAlias = organisation.aliases.course;
	const table = (
		<Table label="Applicants" busy={busy}>
			<TableHead>
				{selection && (
					<Th width={44}>
						{hydrated && (
							<Checkbox
								aria-label="Select every applicant on this page"
								checked={chosen === ids.length}
								indeterminate={chosen > 0 && chosen < ids.length}
								onChange={() => selection.toggleAll(ids)}
							/>
						)}
					</Th>
				)}
				<Th>Applicant</Th>
				<Th width={132}>Number</Th>
				<Th width={190}>Stage</Th>
				<Th width={280} className="max-xl:hidden">
					<span className="capitalize">{courseAlias}</span>
				</Th>
				<Th width={88} numeric>
					Waiting
				</Th>
			</TableHead>
			<TableBody>
				{rows.map((row) => (
					<Tr key={row.id} id={`row-${row.id}`} selected={selection?.has(row.id)} current={cursor === row.id}>
						{selection && (
							<Td card="select" clipped={false}>
								<Checkbox
									name="id"
									value={row.id}
									className="relative z-1"
									aria-label={`Select ${fullName(row)}`}
									checked={selection.has(row.id)}
									onChange={() => selection.toggle(row.id)}
								/>
							</Td>
						)}
						<Td card="title">
							<RowLink to={`${base}/${row.id}${search}`} prefetch="intent" preventScrollReset>
								{fullName(row)}
							</RowLink>
							<span className="ml-2.5 text-sm text-text-3 max-lg:hidden">{row.accountEmail}</span>
						</Td>
						<Td card="hidden" muted>
							{row.applicationNumber}
						</Td>
						<Td card="aside">
							<StageBadge type={row.stage.type} name={row.stage.name} />
						</Td>
						<Td card="line" className="lg:max-xl:hidden">
							{row.course.code} · {row.course.title}
						</Td>
						<Td card="hidden" numeric muted>
							{formatWaiting(row.stageChangedAt, now)}
						</Td>
					</Tr>
				))}
			</TableBody>
		</Table>
	);
	if (!selection) return table;
	return (
		<Form id="selection" method="get" action={`${base}/stage`} preventScrollReset>
			<KeptFields search={withSelected(search, elsewhere)} />
			{table}
			<noscript>
				<div className="flex gap-2 border-line border-t px-3 py-2">
					<Button variant="primary" size="small">
						Move selected to stage…
					</Button>
					<Button size="small" formAction={base}>
						Keep selection
					</Button>
				</div>
			</noscript>
		</Form>
	);
};
