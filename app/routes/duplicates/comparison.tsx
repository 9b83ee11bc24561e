import { Users } from "lucide-react";
import { Fragment, useState } from "react";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { fullName } from "#app/format/names";
import { ChangedMeanwhile } from "#app/list/sheet/changed-meanwhile";
import { likeness } from "#app/list/sheet/likeness";
import { consequences } from "#app/routes/duplicates/belongings";
import type { SideName } from "#app/routes/duplicates/choices";
import { FieldChoices, SameFields } from "#app/routes/duplicates/field-choices";
import { SideHeads } from "#app/routes/duplicates/side-heads";
import type { MergeRefusal } from "#app/routes/duplicates/submit-comparison.server";
import { useChoosing } from "#app/routes/duplicates/use-choosing";
import { useShell } from "#app/shell/shell-context";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Card } from "#app/ui/card";
import { SignedInForm } from "#app/ui/form/form";
import { TextareaField } from "#app/ui/form/textarea-field";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";
import { WarningMark } from "#app/ui/marks";
import { PageHeader } from "#app/ui/page/page-header";
import { useFocusOn } from "#app/ui/use-focus-on";
import type { EndpointResponse } from "#worker/contract/endpoint";
import { formatDate } from "#worker/contract/text/dates";
import { type compareApplicants, maxMergeComment } from "#worker/services/duplicates/contract";

interface ComparisonProps {
	orgName: string;
	comparison: EndpointResponse<typeof compareApplicants>;
	keep: SideName;
	mayMerge: boolean;
	idempotencyKey: string;
}

export const Comparison = ({ orgName, comparison: loaded, keep, mayMerge, idempotencyKey }: ComparisonProps) => {
	const refusal = useKeptAnswer<MergeRefusal>();
	// why: a notice reloads both; what is merged is what was opened, and a change since is a 409.
	const [opened] = useState(loaded);
	const shown: typeof loaded = refusal?.comparison ?? opened;
	const { first, second, fields, reasons, dismissed, applicationId, applicationTitle } = shown;
	const { organisation } = useShell();
	const isAwaiting = useIsAwaiting();
	const choosing = useChoosing(shown);
	const key = useKeptKey(idempotencyKey, refusal);
	const list = `/${orgName}/duplicates?applicationId=${applicationId}`;
	const different = fields.filter(({ isSame }) => !isSame);
	const kept = refusal?.chosen?.keep ?? keep;
	const sideBySide = (
		// why a key: a field that begins or ceases to differ renames all that follow, and radio buttons that are renamed
		// uncheck each other.
		<Fragment key={[first, second].map(({ version, formVersion }) => `${version}.${formVersion}`).join()}>
			<SideHeads shown={shown} keep={mayMerge ? kept : undefined} errors={refusal?.fields.keep} />
			<FieldChoices
				fields={different}
				numbers={[first.applicationNumber, second.applicationNumber]}
				keep={kept}
				chosen={refusal?.chosen?.sides}
				errors={refusal?.fields}
				onTakeAll={choosing.takeAll}
				mayChoose={mayMerge}
			/>
			<SameFields fields={fields.filter(({ isSame }) => isSame)} />
		</Fragment>
	);
	return (
		<div className="grid max-w-6xl grid-cols-1 gap-4">
			<PageHeader
				back={{ to: list, label: "Possible duplicates" }}
				title="Compare applicants"
				description={`They have ${likeness(reasons)}. ${applicationTitle}`}
			/>
			{dismissed && (
				<Callout icon={Users}>
					{dismissed.by} marked them as not duplicates on {formatDate(dismissed.at, organisation.timeZone)}.
				</Callout>
			)}
			{mayMerge ? (
				<SignedInForm
					ref={choosing.form}
					id="merge"
					onChange={choosing.onChange}
					className="group/merge grid grid-cols-1 gap-4"
				>
					<Refusal refusal={refusal} />
					{sideBySide}
					<Versions first={first} second={second} idempotencyKey={key} />
					<Card className="grid grid-cols-1 gap-4 p-4 max-sm:p-3">
						{/* why by style: the sentence also follows the record to keep without scripts. */}
						<Callout role="status">
							<p className="hidden group-has-[#keep-first:checked]/merge:block">{consequences(first, second)}</p>
							<p className="hidden group-has-[#keep-second:checked]/merge:block">{consequences(second, first)}</p>
						</Callout>
						<TextareaField
							name="comment"
							label="Comment"
							description="Optional. Kept in the activity log."
							defaultValue={refusal?.chosen?.comment}
							errors={refusal?.fields.comment}
							maxLength={maxMergeComment}
							rows={2}
						/>
						<div className="flex flex-wrap gap-2.5">
							<Button variant="primary" pending={isAwaiting}>
								Merge
							</Button>
							<Button form="dismiss">{dismissed ? "Review again" : "Not duplicates"}</Button>
						</div>
					</Card>
				</SignedInForm>
			) : (
				sideBySide
			)}
			{mayMerge && (
				<SignedInForm id="dismiss" action={list}>
					<input type="hidden" name="firstId" value={first.id} />
					<input type="hidden" name="secondId" value={second.id} />
					<input type="hidden" name="names" value={`${nameOf(first)} and ${nameOf(second)}`} />
					<input type="hidden" name="isDismissed" value={String(!dismissed)} />
				</SignedInForm>
			)}
		</div>
	);
};

type Side = ComparisonProps["comparison"]["first"];

const nameOf = (side: Side): string => `${fullName(side)} (${side.applicationNumber})`;

type Refused = NonNullable<ReturnType<typeof useKeptAnswer<MergeRefusal>>>;

/** Says why the merge was refused, and brings the message into view. */
const Refusal = ({ refusal }: { refusal: Refused | undefined }) => {
	// why: out of view it would be missed, and a second click would merge what nobody reviewed.
	const place = useFocusOn(refusal?.error ? refusal : undefined);
	return (
		<div
			ref={place}
			role="alert"
			tabIndex={-1}
			className="scroll-mt-[calc(var(--sticky-top,0px)+1rem)] rounded-md outline-none empty:hidden"
		>
			{refusal?.error && (
				<Callout tone={refusal.comparison ? "warning" : "danger"} icon={WarningMark}>
					<p className={refusal.comparison ? "font-medium" : undefined}>{refusal.error}</p>
					{refusal.comparison && <WhatChanged {...refusal} comparison={refusal.comparison} />}
				</Callout>
			)}
		</div>
	);
};

type WhatChangedProps = Pick<Refused, "changes"> & Pick<ComparisonProps, "comparison">;

/** Lists what was changed since the page was opened, and by whom. */
const WhatChanged = ({ changes, comparison }: WhatChangedProps) => (
	<>
		{changes.map(({ side, entries }) => {
			const applicant = comparison[side];
			return (
				<div key={side} className="mt-2">
					<p>{nameOf(applicant)}:</p>
					<ChangedMeanwhile
						changes={entries}
						applicant={applicant}
						label={`Changes to ${applicant.applicationNumber}`}
					/>
				</div>
			);
		})}
		<p className="mt-2">Both are shown as they are now, and your choices are kept. Review them again, then merge.</p>
	</>
);

const Versions = ({ first, second, idempotencyKey }: { first: Side; second: Side; idempotencyKey: string }) => (
	<>
		<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
		{[["first", first] as const, ["second", second] as const].map(([name, side]) => (
			<span key={name} hidden>
				<input type="hidden" name={`${name}Id`} value={side.id} />
				<input type="hidden" name={`${name}Version`} value={side.version} />
				<input type="hidden" name={`${name}FormVersion`} value={side.formVersion ?? ""} />
				<input type="hidden" name={`${name}Name`} value={nameOf(side)} />
			</span>
		))}
	</>
);
