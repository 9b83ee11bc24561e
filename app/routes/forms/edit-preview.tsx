import type { SerializeFrom } from "@remix-run/cloudflare";
import { useNavigation } from "@remix-run/react";
import { ArrowLeft, Check, ListChecks } from "lucide-react";
import { forwardRef, type ReactNode, useEffect, useRef } from "react";
import { isUnanswered } from "#app/api/unanswered";
import { useKeptKey } from "#app/api/use-kept-key";
import { formatCount } from "#app/format/numbers";
import { formatAgo } from "#app/format/relative-time";
import { ChangeTable } from "#app/routes/forms/change-table";
import { stepSearch } from "#app/routes/forms/edit-steps";
import type { PreviewView } from "#app/routes/forms/edit-view.server";
import { ErrorSummary } from "#app/routes/forms/error-summary";
import type { Meanwhile } from "#app/routes/forms/read-meanwhile.server";
import { StepFrame } from "#app/routes/forms/step-frame";
import { useShell } from "#app/shell/shell-context";
import { Button, LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { SignedInForm } from "#app/ui/form/form";
import { fieldAnchor, intentName } from "#app/ui/form-fields/field-names";
import { WarningMark } from "#app/ui/marks";
import { EmptyState } from "#app/ui/page/empty-state";
import { TextLink } from "#app/ui/text-link";
import type { FileOfForm } from "#worker/contract/forms/form-values";
import { screenProblems } from "#worker/contract/screen-problems";

interface EditPreviewProps {
	view: SerializeFrom<PreviewView>;
	answer:
		| {
				errors: Record<string, string[]>;
				formErrors: string[];
				/** The version of a draft whose update got no response. */
				version: number | null;
				stale: { by: string | null; updatedAt: number | null } | null;
		  }
		| undefined;
	changes: number;
	params: URLSearchParams;
	/** The section before the preview. */
	backTo: string | undefined;
	fileHref: (file: FileOfForm) => string | undefined;
	head: ReactNode;
	list: ReactNode;
	here: string;
}

/** 'Preview and Update': every change before and after, the errors, and the update (§2). */
export const EditPreview = ({
	view,
	answer,
	changes,
	params,
	backTo,
	fileHref,
	head,
	list,
	here,
}: EditPreviewProps) => {
	const { organisation } = useShell();
	const heading = useRef<HTMLHeadingElement>(null);
	const summary = useRef<HTMLDivElement>(null);
	const navigation = useNavigation();
	const idempotencyKey = useKeptKey(view.idempotencyKey, answer);
	const stale = answer?.stale ?? null;
	const refused = answer?.errors ?? {};
	const isRefused = Boolean(answer && (stale || answer.formErrors.length > 0));
	// biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves with every response, an equal one too.
	useEffect(() => {
		(isRefused ? summary : heading).current?.focus({ preventScroll: !isRefused });
	}, [answer, isRefused]);
	const linkTo = (section: string, fieldId: string) =>
		`${stepSearch(params, { section, check: true })}#${encodeURIComponent(fieldAnchor(fieldId))}`;
	const isStopping = ({ fieldId, isOld }: { fieldId: string; isOld: boolean }) =>
		!isOld || Object.hasOwn(refused, fieldId);
	const stopping = view.wrong.filter(isStopping);
	const others = view.wrong.filter((one) => !isStopping(one));
	const unplaced = Object.entries(refused).filter(([fieldId]) => !view.wrong.some((one) => one.fieldId === fieldId));
	const draw = { fileHref, timeZone: organisation.timeZone };
	return (
		<SignedInForm id="edit-form" method="post" action={here} className="flex min-h-dvh flex-col">
			<input type="hidden" name="version" value={answer?.version ?? (stale ? view.currentVersion : view.version)} />
			<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
			{head}
			<StepFrame
				list={list}
				title="Preview and Update"
				heading={heading}
				footer={
					<>
						<LinkButton to={stepSearch(params, { section: backTo })} icon={ArrowLeft}>
							Edit details
						</LinkButton>
						<span className="flex-1" />
						<Button
							variant="primary"
							name={intentName}
							value="update"
							icon={Check}
							// why: an update without a response may have been saved, so that no change is left to
							// send.
							disabled={changes === 0 && !isUnanswered(answer)}
							pending={navigation.state !== "idle" && navigation.formData?.get(intentName) === "update"}
						>
							{stale ? "Save what is chosen" : "Update"}
						</Button>
					</>
				}
			>
				<p className="text-text-2">
					{changes > 0
						? `${formatCount(changes, "answer")} changed. Nothing is saved before you update.`
						: "Nothing has changed."}
				</p>
				{stale ? (
					<StaleForm ref={summary} stale={stale} />
				) : (
					<ErrorSummary
						ref={summary}
						formErrors={answer?.formErrors ?? []}
						errors={[
							...stopping.map(({ fieldId, section, label, texts }) => ({
								to: linkTo(section, fieldId),
								label,
								texts,
							})),
							...unplaced.map(([fieldId, texts]) => ({ to: here, label: fieldId, texts })),
						]}
					/>
				)}
				{view.meanwhile && !stale && <ChangedSince meanwhile={view.meanwhile} />}
				{view.sections.length > 0 ? (
					<div className="mt-4 grid gap-4">
						{view.sections.map((section) => (
							<ChangeTable
								key={section.id}
								section={section}
								isNow={stale !== null}
								headings={stale ? ["Now", "Yours"] : ["Before", "After"]}
								editTo={stepSearch(params, { section: section.section })}
								{...draw}
							/>
						))}
					</div>
				) : (
					<EmptyState icon={ListChecks} title="No changes yet">
						What you change in the sections is listed here, as it was and as it will be.
					</EmptyState>
				)}
				{others.length > 0 && (
					<Callout tone="warning" icon={WarningMark} className="mt-4">
						<p>{formatCount(others.length, "answer")} missing or wrong before. You can update without them.</p>
						<ul className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5">
							{others.map(({ fieldId, section, label }) => (
								<li key={fieldId}>
									<TextLink to={linkTo(section, fieldId)} className="text-inherit!">
										{label}
									</TextLink>
								</li>
							))}
						</ul>
					</Callout>
				)}
			</StepFrame>
		</SignedInForm>
	);
};

/** Says who saved which answers since the draft was begun; an update then asks which to keep. */
const ChangedSince = ({ meanwhile: { by, at, labels } }: { meanwhile: Meanwhile }) => {
	const { now } = useShell();
	return (
		<Callout tone="warning" icon={WarningMark} className="mt-3">
			<p className="font-medium">
				{by ?? "Somebody"} changed this form {formatAgo(at, Math.max(now, at))}, after you began: {labels.join(", ")}.
			</p>
			<p>“Before” is what you began with. An update shows both versions first, and loses nothing.</p>
		</Callout>
	);
};

interface StaleFormProps {
	stale: { by: string | null; updatedAt: number | null };
}

/** Says who changed the form meanwhile, and when. Both versions follow, answer by answer. */
const StaleForm = forwardRef<HTMLDivElement, StaleFormProps>(function StaleForm({ stale: { by, updatedAt } }, ref) {
	const { now } = useShell();
	return (
		<div ref={ref} role="alert" tabIndex={-1} className="mt-3 rounded-md outline-none">
			<Callout tone="warning" icon={WarningMark}>
				<p className="font-medium">{screenProblems.stale_form.message}</p>
				{(by !== null || updatedAt !== null) && (
					<p>
						Changed{by !== null && <> by {by}</>}
						{updatedAt !== null && <>, {formatAgo(updatedAt, Math.max(now, updatedAt))}</>}.
					</p>
				)}
				<p>Below is what is saved now beside what is yours. Choose for each answer which to keep.</p>
			</Callout>
		</div>
	);
});
