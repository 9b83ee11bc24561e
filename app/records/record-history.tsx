import { useActionData, useLoaderData } from "@remix-run/react";
import { ArrowRight, RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { keepPage } from "#app/api/keep-page";
import { formatCount } from "#app/format/numbers";
import type { openHistory, restoreRecord } from "#app/records/record.server";
import { entriesOf, shownValue } from "#app/records/record-field";
import type { AnyRow, RecordField, RecordScreen } from "#app/records/screen";
import { useScreenTexts } from "#app/records/use-screen-texts";
import { Button, LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { CloseLink } from "#app/ui/dialog/close-link";
import { Dialog } from "#app/ui/dialog/dialog";
import type { Choice } from "#app/ui/form/choice";
import { SignedInForm } from "#app/ui/form/form";
import { Glyph } from "#app/ui/glyph";
import { VisuallyHidden } from "#app/ui/visually-hidden";
import type { RecordChange } from "#worker/contract/records";
import { formatDateTime } from "#worker/contract/text/dates";

const done = {
	created: "created it",
	updated: "changed it",
	restored: "restored a former state",
	deleted: "deleted it",
};

/** Who changed a record, when, and what it was before and afterwards; a former state can be restored. */
export const RecordHistory = <Row extends AnyRow>({
	screen,
}: {
	screen: Pick<RecordScreen<Row>, "nameOf" | "fields">;
}) => {
	const { row, changes, choices, closeTo, ...page } = useLoaderData<typeof openHistory>();
	const answer = useActionData<typeof restoreRecord>();
	const { context } = useScreenTexts();
	return (
		<Dialog
			title={`History of ${screen.nameOf(row as unknown as Row)}`}
			closeTo={closeTo}
			width={600}
			footer={
				<>
					{page.newerTo && (
						<LinkButton to={page.newerTo} replace preventScrollReset>
							Later changes
						</LinkButton>
					)}
					{page.olderTo && (
						<LinkButton to={page.olderTo} replace preventScrollReset>
							Earlier changes
						</LinkButton>
					)}
					<CloseLink to={closeTo}>Close</CloseLink>
				</>
			}
		>
			{answer?.error && (
				<Callout tone="danger" role="alert" className="mb-3">
					{answer.error}
				</Callout>
			)}
			{changes.length === 0 && <p className="text-text-2">Nobody has changed this since changes are kept.</p>}
			<ol className="grid gap-4">
				{changes.map((change, index) => (
					<li key={change.id} className="grid gap-1.5 border-b border-line pb-4 last:border-0 last:pb-0">
						<p>
							<span className="font-medium">{change.by ?? "Matricula"}</span> {done[change.action]}
							<span className="text-text-2"> · {formatDateTime(change.at, context.timeZone)}</span>
						</p>
						<Changed change={change} fields={screen.fields} choices={choices} />
						{page.mayRestore && change.after && !(page.isNewest && index === 0) && (
							<SignedInForm>
								<input type="hidden" name="idempotencyKey" value={`${page.idempotencyKey}-${index}`} />
								<input type="hidden" name="version" value={row.version} />
								<Button name="changeId" value={change.id} icon={RotateCcw} size="small">
									Restore this state
									<VisuallyHidden> of {formatDateTime(change.at, context.timeZone)}</VisuallyHidden>
								</Button>
							</SignedInForm>
						)}
					</li>
				))}
			</ol>
		</Dialog>
	);
};

interface ChangedProps {
	change: Pick<RecordChange, "before" | "after">;
	fields: readonly RecordField[];
	choices: Record<string, readonly Choice[]>;
}

/** The fields that a change has changed, with both values where there are both. */
const Changed = ({ change: { before, after }, fields, choices }: ChangedProps) => {
	const { inWords, context } = useScreenTexts();
	const hasChanged = ({ name }: RecordField) =>
		name in (after ?? before ?? {}) &&
		(!before || !after || JSON.stringify(before[name]) !== JSON.stringify(after[name]));
	const changed = fields.filter(hasChanged).map((field) => {
		const offered = choices[field.name] ?? [];
		const shown = (state: Record<string, unknown> | null) =>
			state && shownValue(field, state[field.name], { choices: offered, timeZone: context.timeZone });
		const entries = (state: Record<string, unknown> | null) => entriesOf(field, state?.[field.name], offered);
		const differing = before && after ? differingEntries(entries(before), entries(after)) : null;
		return { field, was: shown(before), is: shown(after), differing };
	});
	return (
		<dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
			{changed.map(({ field, was, is, differing }) => (
				<div key={field.name} className="contents">
					<dt className="text-text-2">{inWords(field.label)}</dt>
					<dd className="wrap-anywhere">{differing ? <Differing {...differing} /> : <Whole was={was} is={is} />}</dd>
				</div>
			))}
		</dl>
	);
};

/** A value before and afterwards, as far as there is each. */
const Whole = ({ was, is }: { was: ReactNode; is: ReactNode }) => (
	<>
		{was !== null && (
			<>
				<VisuallyHidden>before: </VisuallyHidden>
				<s className="text-text-2">{was}</s>
			</>
		)}
		{was !== null && is !== null && (
			<>
				{" "}
				<Glyph icon={ArrowRight} className="inline size-3" />
				<VisuallyHidden>now: </VisuallyHidden>{" "}
			</>
		)}
		{is}
	</>
);

interface DifferingProps {
	removed: readonly string[];
	added: readonly string[];
	kept: number;
}

/** The entries of a list that were taken away and added. why not both lists: nobody finds the difference in them. */
const Differing = ({ removed, added, kept }: DifferingProps) => (
	<>
		{removed.map((entry) => (
			<span key={entry} className="block">
				<VisuallyHidden>taken away: </VisuallyHidden>
				<s className="text-text-2">{entry}</s>
			</span>
		))}
		{added.map((entry) => (
			<span key={entry} className="block">
				<VisuallyHidden>added: </VisuallyHidden>
				{entry}
			</span>
		))}
		{kept > 0 && <span className="block text-text-2">{formatCount(kept, "other")} as before</span>}
	</>
);

/** Returns how two lists differ; null where neither is a list, or only their order differs. */
const differingEntries = (before: readonly string[], after: readonly string[]): DifferingProps | null => {
	const removed = before.filter((entry) => !after.includes(entry));
	const added = after.filter((entry) => !before.includes(entry));
	return removed.length + added.length > 0 ? { removed, added, kept: before.length - removed.length } : null;
};

/** Sends a restoration from the history, which stays when no response comes (§8). */
export const keepHistory = keepPage<typeof restoreRecord>(({ problem: { error } }) => ({ error }));
