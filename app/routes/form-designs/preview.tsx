import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { formAt } from "#app/routes/form-designs/load-draft.server";
import { checkPreview, loadPreview, previewAt, widthChoices, wizardOf } from "#app/routes/form-designs/preview.server";
import { keepPreview, PreviewWizard } from "#app/routes/form-designs/preview-wizard";
import { designScreen } from "#app/routes/form-designs/screen";
import { Card } from "#app/ui/card";
import { chipClass } from "#app/ui/chip";
import { noRepeats } from "#app/ui/form-fields/read-sections";
import { FormView } from "#app/ui/form-view/form-view";
import { Link } from "#app/ui/link";
import { PageHeader } from "#app/ui/page/page-header";
import { Tabs } from "#app/ui/page/tabs";
import { PdfFrame } from "#app/ui/pdf-frame";
import { TextLink } from "#app/ui/text-link";
import { readForm } from "#worker/contract/forms/form-reading";
import { places } from "#worker/contract/forms/places.server";
import { layoutsByAnswerer, sampleAnswers } from "#worker/contract/forms/sample-answers";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: `Preview of ${data?.title ?? "a form"} · Matricula` },
];

/** Loads a form as applicants and referees fill it in, one section at a time, or as staff read it. */
export const loader = async (args: LoaderFunctionArgs) => {
	const preview = await loadPreview(args);
	const { title, number, revision, layout, section, step, as, width } = preview;
	const isApplicant = section !== undefined && as === "applicant";
	const frame = `${previewAt(args, preview, { width, step }, "/page")}${step ? "#open-section" : ""}`;
	return json({
		title,
		number,
		as,
		backTo: formAt(args, section?.id),
		tabs: (["applicant", "staff", "paper"] as const).map((view) => ({
			to: previewAt(args, preview, { as: view, width }),
			label: view === "paper" ? "On paper" : `As ${view}`,
			current: view === as,
		})),
		isEmpty: layout.sections.length === 0,
		widths: isApplicant ? widthChoices(args, preview) : [],
		wizard: isApplicant && !width ? wizardOf(args, preview, "open-section") : null,
		frame: isApplicant && width ? { src: frame, width, revision } : null,
		sheet:
			as === "staff"
				? layoutsByAnswerer(layout).flatMap((own) =>
						readForm({ layout: own, repeats: noRepeats, ...sampleAnswers(own, places) }),
					)
				: [],
		pdf: as === "paper" ? `${formAt(args)}/sample.pdf${number && `?version=${number}`}` : null,
	});
};

export const action = (args: ActionFunctionArgs) => checkPreview(args);

export const clientAction = keepPreview;

export const { handle, shouldRevalidate } = showsRecords(designScreen);

const Preview = () => {
	const { title, number, as, pdf, backTo, tabs, isEmpty, widths, wizard, frame, sheet } =
		useLoaderData<typeof loader>();
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader
				back={{ to: backTo, label: title }}
				title="Preview"
				description={number ? `Version ${number} of ${title}` : `${title} as it is edited`}
			/>
			<Tabs label="Preview" tabs={tabs} />
			{isEmpty && <p className="text-text-2">The form has no sections yet.</p>}
			{as !== "applicant" && !isEmpty && (
				<p className="text-text-2">
					The answers are made up. They show when a part is asked for as its condition says.
				</p>
			)}
			{as === "staff" && sheet.length > 0 && (
				<Card className="p-4.5">
					<FormView sections={sheet} headingLevel={2} />
				</Card>
			)}
			{pdf !== null && !isEmpty && (
				<>
					<PdfFrame src={pdf} title={`${title} on paper`} />
					<p>
						{/* why: a phone shows no PDF within a page. */}
						<TextLink to={pdf} reloadDocument>
							Open the PDF
						</TextLink>
					</p>
				</>
			)}
			{widths.length > 0 && (
				<nav aria-label="Width" className="flex flex-wrap items-center gap-2">
					{widths.map(({ to, label, current }) => (
						<Link
							key={label}
							to={to}
							preventScrollReset
							aria-current={current ? "true" : undefined}
							className={current ? "chip border-transparent bg-accent-soft text-accent" : chipClass}
						>
							{label}
						</Link>
					))}
				</nav>
			)}
			{wizard && <PreviewWizard wizard={wizard} />}
			{frame && <FramedWizard key={`${frame.src} ${frame.revision}`} {...frame} />}
		</div>
	);
};
export default Preview;

/** The wizard in a frame, whose width it lays itself out for. It scrolls sideways in its place where there is no room. */
const FramedWizard = ({ src, width }: { src: string; width: number }) => (
	<section
		aria-label={`The form at ${width} px`}
		// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrolled by the keyboard too.
		tabIndex={0}
		// why the margin: on a phone, the frame of one has room.
		className="overflow-x-auto max-sm:-mx-3"
	>
		<iframe
			id="wizard"
			src={src}
			title={`The form at ${width} px`}
			style={{ width }}
			className="box-content block h-[70dvh] min-h-120 max-w-none scroll-mt-16 border-y border-line bg-bg sm:rounded-md sm:border"
		/>
	</section>
);

export const ErrorBoundary = () => <RecordProblem screen={designScreen} />;
