import { useNavigation } from "@remix-run/react";
import { Users } from "lucide-react";
import { Fragment, useState } from "react";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { formatDate } from "#app/format/dates";
import { fullName } from "#app/format/names";
import { ChangedMeanwhile } from "#app/list/sheet/changed-meanwhile";
import { likeness } from "#app/list/sheet/likeness";
import type { MergeRefusal } from "#app/routes/duplicates/answer-comparison.server";
import type { SideName } from "#app/routes/duplicates/choices";
import { FieldChoices, SameFields } from "#app/routes/duplicates/field-choices";
import { MergeEnd } from "#app/routes/duplicates/merge-end";
import { SideHeads } from "#app/routes/duplicates/side-heads";
import { useChoosing } from "#app/routes/duplicates/use-choosing";
import { useShell } from "#app/shell/shell-context";
import { LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { SignedInForm } from "#app/ui/form/form";
import { WarningMark } from "#app/ui/marks";
import { PageHeader } from "#app/ui/page/page-header";
import { useFocusOn } from "#app/ui/use-focus-on";
import type { EndpointResponse } from "#worker/contract/endpoint";
import type { compareApplicants } from "#worker/services/duplicates/contract";

interface ComparisonProps {
	orgName: string;
	comparison: EndpointResponse<typeof compareApplicants>;
	keep: SideName;
	mayMerge: boolean;
	idempotencyKey: string;
}

/** Two applicants side by side, and the form that makes one of them. */
export const Comparison = ({ orgName, comparison: loaded, keep, mayMerge, idempotencyKey }: ComparisonProps) => {
	const answer = useKeptAnswer<MergeRefusal>();
	// why: a notice reads both anew; what is merged is what was seen, or somebody was faster (409).
	const [opened] = useState(loaded);
	const shown: typeof loaded = answer?.comparison ?? opened;
	const { first, second, fields, reasons, decision, applicationId, applicationTitle } = shown;
	const { organisation } = useShell();
	const { formMethod } = useNavigation();
	const choosing = useChoosing(shown);
	const key = useKeptKey(idempotencyKey, answer);
	const list = `/${orgName}/duplicates?applicationId=${applicationId}`;
	const different = fields.filter(({ isSame }) => !isSame);
	const kept = answer?.chosen?.keep ?? keep;
	const why = reasons.length > 0 ? `Both have ${likeness(reasons)}.` : "Nothing was found that both have.";
	const sideBySide = (
		// why a key: fields that differ only since, or no longer, give all that follow other names, and radio buttons
		// that change their names uncheck each other.
		<Fragment key={[first, second].map(({ version, formVersion }) => `${version}.${formVersion}`).join()}>
			<SideHeads shown={shown} keep={mayMerge ? kept : undefined} errors={answer?.fields.keep} />
			<FieldChoices
				fields={different}
				numbers={[first.applicationNumber, second.applicationNumber]}
				keep={kept}
				chosen={answer?.chosen?.sides}
				errors={answer?.fields}
				onTakeAll={choosing.takeAll}
				mayChoose={mayMerge}
			/>
			<SameFields fields={fields.filter(({ isSame }) => isSame)} />
		</Fragment>
	);
	return (
		<div className="mx-auto grid max-w-6xl grid-cols-1 gap-4">
			<PageHeader
				title="Compare applicants"
				description={`${why} ${applicationTitle}`}
				actions={<LinkButton to={list}>Possible duplicates</LinkButton>}
			/>
			{decision && (
				<Callout icon={Users}>
					{decision.by} found them to be two persons on {formatDate(decision.at, organisation.timeZone)}.
				</Callout>
			)}
			{mayMerge ? (
				<SignedInForm
					ref={choosing.form}
					id="merge"
					onChange={choosing.onChange}
					className="group/merge grid grid-cols-1 gap-4"
				>
					<Refusal answer={answer} />
					{sideBySide}
					<Versions first={first} second={second} idempotencyKey={key} />
					<MergeEnd
						shown={shown}
						comment={answer?.chosen?.comment}
						errors={answer?.fields.comment}
						isPending={formMethod === "POST"}
					/>
				</SignedInForm>
			) : (
				sideBySide
			)}
			{mayMerge && (
				<SignedInForm id="decide" action={list}>
					<input type="hidden" name="firstId" value={first.id} />
					<input type="hidden" name="secondId" value={second.id} />
					<input type="hidden" name="names" value={`${nameOf(first)} and ${nameOf(second)}`} />
					<input type="hidden" name="areDifferent" value={String(!decision)} />
				</SignedInForm>
			)}
		</div>
	);
};

type Side = ComparisonProps["comparison"]["first"];

const nameOf = (side: Side): string => `${fullName(side)} (${side.applicationNumber})`;

type Answer = NonNullable<ReturnType<typeof useKeptAnswer<MergeRefusal>>>;

/** What was refused, where it is seen. */
const Refusal = ({ answer }: { answer: Answer | undefined }) => {
	// why: unseen, it would be taken for nothing, and a second press merge what nobody looked at.
	const place = useFocusOn(answer?.error ? answer : undefined);
	return (
		<div
			ref={place}
			role="alert"
			tabIndex={-1}
			className="scroll-mt-[calc(var(--sticky-top,0px)+1rem)] rounded-md outline-none empty:hidden"
		>
			{answer?.error && (
				<Callout tone={answer.comparison ? "warning" : "danger"} icon={WarningMark}>
					<p className={answer.comparison ? "font-medium" : undefined}>{answer.error}</p>
					{answer.comparison && <ShownAnew {...answer} comparison={answer.comparison} />}
				</Callout>
			)}
		</div>
	);
};

type ShownAnewProps = Pick<Answer, "changes"> & Pick<ComparisonProps, "comparison">;

/** Who changed what of whom, and what became of what was chosen. */
const ShownAnew = ({ changes, comparison }: ShownAnewProps) => (
	<>
		{changes.map(({ side, entries }) => {
			const applicant = comparison[side];
			return (
				<div key={side} className="mt-2">
					<p>{nameOf(applicant)}:</p>
					<ChangedMeanwhile
						changes={entries}
						applicant={applicant}
						label={`Changed meanwhile of ${applicant.applicationNumber}`}
					/>
				</div>
			);
		})}
		<p className="mt-2">Both are shown as they are now, and what you chose is kept. Look at them again, then merge.</p>
	</>
);

/** As both were seen. */
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
