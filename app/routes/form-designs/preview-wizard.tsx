import type { SerializeFrom } from "@remix-run/cloudflare";
import { useMemo } from "react";
import { keepPage } from "#app/api/keep-page";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import type { checkPreview, wizardOf } from "#app/routes/form-designs/preview.server";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { classNames } from "#app/ui/class-names";
import { SignedInForm } from "#app/ui/form/form";
import { Askable, plainTitle, SectionFields } from "#app/ui/form-fields/section-fields";
import { useHidden } from "#app/ui/form-fields/use-hidden";
import { Link } from "#app/ui/link";

type Wizard = SerializeFrom<ReturnType<typeof wizardOf>>;
type Page = NonNullable<Wizard["page"]>;

interface PreviewWizardProps {
	wizard: Wizard;
	/** In a frame: its steps are addresses of the page around it. */
	isFramed?: boolean;
}

/** The sections beside the open one, as applicants and referees fill it in. */
export const PreviewWizard = ({ wizard: { id, steps, page: opened }, isFramed = false }: PreviewWizardProps) => {
	const answer = useKeptAnswer<typeof checkPreview>();
	const given = answer && answer.id === id ? answer : undefined;
	const page = given?.page ?? opened;
	const wrong = Object.keys(given?.errors ?? {}).length;
	const [first] = page?.copies ?? [];
	if (!page || !first) return null;
	return (
		<div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[16rem_minmax(0,1fr)]">
			<nav aria-label="Sections">
				<ol className="grid gap-1">
					{steps.map(({ id: own, name, refereeSectionType, to }, index) => (
						<li key={own}>
							<Link
								to={to}
								target={isFramed ? "_parent" : undefined}
								aria-current={own === id ? "step" : undefined}
								className={classNames(
									"block rounded-md px-2.5 py-1.5 wrap-anywhere hover:bg-hover",
									own === id && "bg-accent-soft font-medium",
								)}
							>
								{index + 1}. {name}
								{refereeSectionType !== null && (
									<span className="block text-sm text-text-2">Answered by a referee</span>
								)}
							</Link>
						</li>
					))}
				</ol>
			</nav>
			{/* why around the form: without scripts, what is wrong is summed up before it. */}
			<div className="grid min-w-0 grid-cols-1 gap-3">
				<SignedInForm
					key={`${id} ${given?.revision ?? ""}`}
					encType="multipart/form-data"
					noValidate
					preventScrollReset
					className="grid min-w-0 grid-cols-1 gap-3"
				>
					{/* why: Enter in a field presses the first button, which must not add or remove a part. */}
					<button type="submit" tabIndex={-1} aria-hidden className="sr-only" />
					{/* why the margin beside it: a frame that is wider than the window would be scrolled past its sections. */}
					<h2 id="open-section" className="scroll-ms-80 scroll-mt-16 text-lg wrap-anywhere">
						{plainTitle(first, page.copies.length)}
					</h2>
					{first.description && <p className="text-text-2">{first.description}</p>}
					{answer?.error && (
						<Callout tone="danger" role="alert">
							{answer.error}
						</Callout>
					)}
					{given?.isChecked && (
						<Callout tone={wrong > 0 ? "warning" : "success"} role="status">
							{wrong > 0
								? `${wrong === 1 ? "One answer needs" : `${wrong} answers need`} another look.`
								: "Every answer is right."}
						</Callout>
					)}
					<PageFields key={given?.revision ?? ""} page={page} first={first} errors={given?.errors ?? {}} />
					<div className="flex flex-wrap items-center gap-3">
						<Button variant="primary">Check answers</Button>
						<p className="min-w-0 text-sm text-text-2">Try it out: nothing that you type here is kept.</p>
					</div>
				</SignedInForm>
			</div>
		</div>
	);
};

/** Sends the answers from their page, which stays when no response comes (§8). */
export const keepPreview = keepPage<typeof checkPreview>(({ problem: { error } }) => ({
	id: "",
	page: null,
	errors: {},
	isChecked: false,
	revision: "",
	error,
}));

interface PageFieldsProps {
	page: Page;
	first: Page["copies"][number];
	errors: Record<string, string[]>;
}

/** The fields of the section, and before them those elsewhere that decide what is asked. */
const PageFields = ({ page, first, errors }: PageFieldsProps) => {
	const all = useMemo(() => [...page.elsewhere.flat(), ...page.copies], [page]);
	const { hidden, within } = useHidden(all, page.conditions);
	const draw = { answers: page.answers, files: [], places: page.places, hidden };
	return (
		<div ref={within} className="grid grid-cols-1 gap-3">
			{page.elsewhere.length > 0 && (
				<section aria-labelledby="elsewhere" className="grid grid-cols-1 gap-3">
					<h3 id="elsewhere" className="font-medium">
						Answers elsewhere that decide what is asked here
					</h3>
					{page.elsewhere.map((copies) => (
						<Askable
							key={copies[0]?.id}
							isConditional={copies[0]?.showWhen !== undefined}
							isHidden={hidden.sections.has(copies[0]?.id ?? "")}
						>
							<SectionFields {...draw} copies={copies} errors={{}} headingLevel={4} />
						</Askable>
					))}
					<h3 className="font-medium">The section</h3>
				</section>
			)}
			{hidden.sections.has(first.id) && (
				<Callout role="status">With these answers, the section is not asked for.</Callout>
			)}
			<Askable isConditional={first.showWhen !== undefined} isHidden={hidden.sections.has(first.id)}>
				<SectionFields
					{...draw}
					copies={page.copies}
					errors={errors}
					headingLevel={page.elsewhere.length > 0 ? 4 : 3}
				/>
			</Askable>
		</div>
	);
};
