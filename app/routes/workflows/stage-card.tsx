import {
	ArrowDown,
	ArrowUp,
	FileSignature,
	Mail,
	MessageSquareText,
	Paperclip,
	Pencil,
	ShieldCheck,
	Trash2,
} from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { formatCount } from "#app/format/numbers";
import { rulesOf } from "#app/routes/workflows/describe-step";
import { mustMove } from "#app/routes/workflows/removed-stages";
import { applicationsAt, countAt } from "#app/routes/workflows/still-there";
import { useShell } from "#app/shell/shell-context";
import { StageBadge } from "#app/shell/stage-badge";
import { Badge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { classNames } from "#app/ui/class-names";
import { type Colour, softColour } from "#app/ui/colours";
import { dragSlot } from "#app/ui/drag/drag-slot";
import { SignedInForm } from "#app/ui/form/form";
import { Glyph } from "#app/ui/glyph";
import type { Icon } from "#app/ui/icon";
import { IconButton, IconLink } from "#app/ui/icon-button";
import { TextLink } from "#app/ui/text-link";
import { VisuallyHidden } from "#app/ui/visually-hidden";
import { describeStageType } from "#worker/contract/stage-types";
import type { WorkflowStep, WorkflowUse } from "#worker/services/workflows/contract";
import type { WorkflowChange } from "#worker/services/workflows/drafts.contract";

interface StageCardProps {
	step: WorkflowStep;
	index: number;
	steps: readonly WorkflowStep[];
	/** What the draft makes of it; undefined for nothing. */
	change: WorkflowChange | undefined;
	/** The version of the draft; undefined for who may not change it. */
	version: number | undefined;
	uses: readonly WorkflowUse[];
	/** The address of the workflow. */
	here: string;
	seesApplicants: boolean;
}

const marks = {
	added: ["green", "Added"],
	changed: ["amber", "Changed"],
	moved: ["blue", "Moved"],
	removed: ["red", "Removed"],
} as const satisfies Record<WorkflowChange["kinds"][number], readonly [Colour, string]>;

/** One stage on the board: what it is, what it sends, its rules, and who is there. */
export const StageCard = ({ step, index, steps, change, version, uses, here, seesApplicants }: StageCardProps) => {
	const maySave = version !== undefined;
	const at = `${here}/stages/${step.id}`;
	const { label } = describeStageType(step.type);
	return (
		<li id={`stage-${step.id}`} className="min-w-0 scroll-mt-20">
			<Card className="flex h-full flex-col gap-2.5 p-4">
				<div className="flex items-baseline gap-2">
					<span className="tabular-nums text-text-2">
						<VisuallyHidden>Stage </VisuallyHidden>
						{index + 1}
					</span>
					{/* why wrapped: the name is seen whole before its type takes any room. */}
					<div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
						<h3 className="min-w-0">
							<StageBadge type={step.type} name={step.name} />
						</h3>
						{label !== step.name && <span className="min-w-0 truncate text-sm text-text-2">{label}</span>}
					</div>
				</div>
				{change && (
					<p className="flex flex-wrap gap-1.5">
						{change.kinds.map((kind) => (
							<Badge key={kind} colour={marks[kind][0]}>
								{marks[kind][1]}
							</Badge>
						))}
						<VisuallyHidden> in the draft</VisuallyHidden>
					</p>
				)}
				<ul className="grid gap-1 text-sm">
					{step.emailTemplate && <About icon={Mail}>Email “{step.emailTemplate.name}”</About>}
					{step.pdfTemplate && <About icon={FileSignature}>Letter “{step.pdfTemplate.name}”</About>}
					{step.smsTemplate && <About icon={MessageSquareText}>SMS “{step.smsTemplate.name}”</About>}
					{(step.attachments.length > 0 || (maySave && step.emailTemplate)) && (
						<About icon={Paperclip}>
							<TextLink to={`${at}/files`} preventScrollReset>
								{step.attachments.length > 0 ? formatCount(step.attachments.length, "file") : "Add files to the email"}
								<VisuallyHidden> of {step.name}</VisuallyHidden>
							</TextLink>
						</About>
					)}
					{rulesOf(step, steps).map((rule) => (
						<About key={rule} icon={ShieldCheck}>
							{rule}
						</About>
					))}
				</ul>
				<Applicants step={step} uses={uses} seesApplicants={seesApplicants} />
				{change?.parts.includes("type") && countAt(uses, step.id) > 0 && (
					<p className={classNames("rounded-sm px-2 py-1 text-sm", softColour.amber)}>
						It becomes another type. {mustMove(countAt(uses, step.id))}.
					</p>
				)}
				{version !== undefined && (
					<div className="mt-auto flex items-center gap-1 pt-1">
						<span className="empty:hidden" title={step.name} {...{ [dragSlot]: step.id }} />
						<MoveButtons step={step} index={index} version={version} count={steps.length} />
						<span className="ml-auto flex gap-1">
							<IconLink to={at} label={`Edit ${step.name}`} icon={Pencil} size="small" preventScrollReset />
							<IconLink
								to={`${at}/remove`}
								label={`Remove ${step.name}`}
								icon={Trash2}
								size="small"
								preventScrollReset
							/>
						</span>
					</div>
				)}
			</Card>
		</li>
	);
};

const About = ({ icon, children }: { icon: Icon; children: ReactNode }) => (
	<li className="flex items-start gap-1.5 text-text-2">
		<Glyph icon={icon} className="icon-small mt-0.75 shrink-0" />
		<span className="min-w-0 wrap-anywhere">{children}</span>
	</li>
);

/** How many applicants are at the stage, for each application with any. */
const Applicants = ({ step, uses, seesApplicants }: Pick<StageCardProps, "step" | "uses" | "seesApplicants">) => {
	const { orgName } = useShell();
	const there = applicationsAt(uses, step.id);
	if (uses.length === 0) return null;
	if (there.length === 0) return <p className="text-sm text-text-2">No applicants</p>;
	return (
		<ul className="grid gap-1 text-sm">
			{there.map(({ id, title, applicants }) => (
				<li key={id} className="flex min-h-6 flex-wrap items-center justify-between gap-x-3">
					<span className="min-w-0 text-text-2 wrap-anywhere">{title}</span>
					{seesApplicants ? (
						<TextLink to={`/${orgName}/applicants?application=${id}&stage=${step.id}`}>
							{formatCount(applicants, "applicant")}
							<VisuallyHidden> at {step.name}</VisuallyHidden>
						</TextLink>
					) : (
						<span className="tabular-nums">{formatCount(applicants, "applicant")}</span>
					)}
				</li>
			))}
		</ul>
	);
};

interface MoveButtonsProps extends Pick<StageCardProps, "step" | "index"> {
	version: number;
	count: number;
}

/** Moves the stage one place; with a button focused, the arrow keys press the other one too. */
const MoveButtons = ({ step: { id, name }, index, version, count }: MoveButtonsProps) => {
	const press = (event: KeyboardEvent<HTMLButtonElement>) => {
		const move = { ArrowUp: "earlier", ArrowDown: "later" }[event.key];
		if (!move || event.altKey || event.ctrlKey || event.metaKey) return;
		event.preventDefault();
		const button = event.currentTarget.form?.querySelector<HTMLButtonElement>(`button[value="${move}"]`);
		if (button && button.getAttribute("aria-disabled") !== "true") button.click();
	};
	const edge = (isAtEdge: boolean) =>
		// why not disabled: the button keeps its focus when the stage has come to the end.
		isAtEdge ? { "aria-disabled": true, onClick: (event: { preventDefault(): void }) => event.preventDefault() } : {};
	return (
		<SignedInForm id={`move-${id}`} preventScrollReset className="flex gap-1">
			<input type="hidden" name="version" value={version} />
			<input type="hidden" name="stepId" value={id} />
			<IconButton
				{...edge(index === 0)}
				name="move"
				value="earlier"
				label={`Move ${name} earlier`}
				icon={ArrowUp}
				size="small"
				onKeyDown={press}
			/>
			<IconButton
				{...edge(index === count - 1)}
				name="move"
				value="later"
				label={`Move ${name} later`}
				icon={ArrowDown}
				size="small"
				onKeyDown={press}
			/>
		</SignedInForm>
	);
};
