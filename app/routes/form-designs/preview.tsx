import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import { keepPage } from "#app/api/keep-page";
import { orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { formAt, loadDraft } from "#app/routes/form-designs/load-draft.server";
import { designScreen } from "#app/routes/form-designs/screen";
import { readSignedInAnswers } from "#app/session/read-answers.server";
import { requireAccess } from "#app/session/require-user.server";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Card } from "#app/ui/card";
import { classNames } from "#app/ui/class-names";
import { SignedInForm } from "#app/ui/form/form";
import { countsOf } from "#app/ui/form-fields/copies";
import { noRepeats, readSections } from "#app/ui/form-fields/read-sections";
import { Askable, plainTitle, SectionFields } from "#app/ui/form-fields/section-fields";
import { useHidden } from "#app/ui/form-fields/use-hidden";
import { FormView } from "#app/ui/form-view/form-view";
import { Link } from "#app/ui/link";
import { PageHeader } from "#app/ui/page/page-header";
import { Tabs } from "#app/ui/page/tabs";
import { PdfFrame } from "#app/ui/pdf-frame";
import { TextLink } from "#app/ui/text-link";
import { kindOf } from "#worker/contract/forms/field-kind";
import { readForm } from "#worker/contract/forms/form-reading";
import { checkAnswers } from "#worker/contract/forms/form-rules";
import type { FormData as Answers, FormLayout, FormSection, RepeatCounts } from "#worker/contract/forms/form-schema";
import { type FormAnswerer, layOutAll, slotsOf } from "#worker/contract/forms/form-slots";
import { conditionsOfPage } from "#worker/contract/forms/page-conditions";
import { places } from "#worker/contract/forms/places.server";
import { sampleAnswers } from "#worker/contract/forms/sample-answers";
import { getDesignDraft, getDesignVersion } from "#worker/services/form-designs/contract";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: `Preview of ${data?.title ?? "a form"} · Matricula` },
];

/** Reads the layout that an address shows: a published version, or the draft. */
const loadLayout = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, getDesignDraft);
	const { searchParams } = new URL(args.request.url);
	const [, number] = /^([1-9]\d{0,8})$/.exec(searchParams.get("version") ?? "") ?? [];
	const params = { id: args.params.recordId ?? "" };
	const [draft, version] = await Promise.all([
		loadDraft(api, args),
		number ? api.call(getDesignVersion, { params: { ...params, number } }).then(orThrow) : undefined,
	]);
	const layout: FormLayout = version?.layout ?? draft.layout;
	const step = searchParams.get("step");
	const section = layout.sections.find(({ id }) => id === step) ?? layout.sections[0];
	return {
		title: draft.title,
		number,
		layout,
		section,
		as: views.find((view) => view === searchParams.get("as")) ?? "applicant",
	};
};

const views = ["applicant", "staff", "paper"] as const;

const answererOf = ({ refereeSectionType }: FormSection): FormAnswerer =>
	refereeSectionType === undefined ? "applicant" : { referee: refereeSectionType };

/** Returns a section, after the fields elsewhere on whose answers it depends what is asked in it. */
const inputsOf = (layout: FormLayout, section: FormSection): FormSection[] => {
	const form = { layout, data: {}, repeats: noRepeats };
	const own = layOutAll(form, answererOf(section)).filter(({ sectionId }) => sectionId === section.id);
	const elsewhere = conditionsOfPage(form, own)?.layout.sections.filter(({ id }) => id !== section.id) ?? [];
	return [...elsewhere, section];
};

/** Shows one section as the applicant or referee who fills it in sees it. @param attachments files that were chosen on the page */
const drawn = (
	inputs: FormSection[],
	{ id, ...section }: FormSection,
	{ answers = {}, repeats = noRepeats, attachments = [] }: Partial<Filled> = {},
) => {
	const form = { layout: { sections: inputs }, data: answers, repeats, attachments };
	const all = layOutAll(form, answererOf({ id, ...section }));
	const copies = all.filter(({ sectionId }) => sectionId === id);
	const asksPlaces = slotsOf(all).some(({ col }) => ["place", "country"].includes(kindOf(col)));
	return {
		copies,
		answers,
		places: asksPlaces ? places : undefined,
		elsewhere: [...Map.groupBy(all, ({ sectionId }) => sectionId).values()].filter(([one]) => one?.sectionId !== id),
		conditions: conditionsOfPage(form, all),
	};
};

interface Filled {
	answers: Answers;
	repeats: RepeatCounts;
	attachments: { fieldId: string }[];
}

/** Loads a form as applicants and referees fill it in, one section at a time, or as staff read it. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { title, number = "", layout, section, as } = await loadLayout(args);
	const here = `${formAt(args)}/preview`;
	const to = (query: Record<string, string>) =>
		`${here}?${new URLSearchParams({ ...(number && { version: number }), ...query })}`;
	return json({
		title,
		number,
		as,
		backTo: formAt(args, section?.id),
		id: section?.id ?? "",
		tabs: [
			{ to: to({}), label: "As applicant", current: as === "applicant" },
			{ to: to({ as: "staff" }), label: "As staff", current: as === "staff" },
			{ to: to({ as: "paper" }), label: "On paper", current: as === "paper" },
		],
		steps: layout.sections.map(({ id, title: name, refereeSectionType = null }) => ({
			id,
			name,
			refereeSectionType,
			to: to({ step: id }),
		})),
		page: section && as === "applicant" ? drawn(inputsOf(layout, section), section) : null,
		sheet: as === "staff" ? readForm({ layout, repeats: noRepeats, ...sampleAnswers(layout, places) }) : [],
		pdf: as === "paper" ? `${formAt(args)}/sample.pdf${number && `?version=${number}`}` : null,
	});
};

interface Answer {
	id: string;
	page: ReturnType<typeof drawn> | null;
	errors: Record<string, string[]>;
	isChecked: boolean;
	error?: string;
	/** Changes where fields have other places. */
	revision: string;
}

/** Checks what was typed as the wizard does, or repeats a part. Nothing is kept. */
export const action = async (args: ActionFunctionArgs) => {
	const { layout, section } = await loadLayout(args);
	const { form } = await readSignedInAnswers(args.request, args.context);
	if (!section) return json<Answer>({ id: "", page: null, errors: {}, isChecked: false, revision: "" });
	const inputs = inputsOf(layout, section);
	const { sections, answers, copied } = readSections(inputs, form, answererOf(section));
	const own = sections.filter(({ sectionId }) => sectionId === section.id);
	const files = [...form].flatMap(([fieldId, file]) => (file instanceof File && file.size > 0 ? [{ fieldId }] : []));
	const errors = copied ? {} : checkAnswers(own, { data: answers, files }, places);
	return json<Answer>({
		id: section.id,
		errors,
		isChecked: !copied,
		revision: crypto.randomUUID(),
		page: drawn(inputs, section, {
			...(copied ?? { answers, repeats: countsOf(sections) }),
			attachments: files,
		}),
	});
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({
	id: "",
	page: null,
	errors: {},
	isChecked: false,
	revision: "",
	error,
}));

export const { handle, shouldRevalidate } = showsRecords(designScreen);

const Preview = () => {
	const { title, number, as, pdf, backTo, id, tabs, steps, page: opened, sheet } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const given = answer && answer.id === id ? answer : undefined;
	const page = given?.page ?? opened;
	const step = steps.find((one) => one.id === id);
	const wrong = Object.keys(given?.errors ?? {}).length;
	const [first] = page?.copies ?? [];
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader
				back={{ to: backTo, label: title }}
				title="Preview"
				description={number ? `Version ${number} of ${title}` : `${title} as it is edited`}
			/>
			<Tabs label="Preview" tabs={tabs} />
			{steps.length === 0 && <p className="text-text-2">The form has no sections yet.</p>}
			{as !== "applicant" && steps.length > 0 && (
				<p className="text-text-2">
					The answers are made up. They show when a part is asked for as its condition says.
				</p>
			)}
			{as === "staff" && sheet.length > 0 && (
				<Card className="p-4.5">
					<FormView sections={sheet} headingLevel={2} />
				</Card>
			)}
			{pdf !== null && steps.length > 0 && (
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
			{page && step && first && (
				<div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[16rem_minmax(0,1fr)]">
					<nav aria-label="Sections">
						<ol className="grid gap-1">
							{steps.map(({ id: own, name, refereeSectionType, to }, index) => (
								<li key={own}>
									<Link
										// why the anchor: on a narrow screen the fields are below the sections.
										to={`${to}#open-section`}
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
					<SignedInForm
						key={`${id} ${given?.revision ?? ""}`}
						encType="multipart/form-data"
						noValidate
						preventScrollReset
						className="grid min-w-0 grid-cols-1 gap-3"
					>
						{/* why: Enter in a field presses the first button, which must not add or remove a part. */}
						<button type="submit" tabIndex={-1} aria-hidden className="sr-only" />
						<h2 id="open-section" className="scroll-mt-16 text-lg wrap-anywhere">
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
			)}
		</div>
	);
};
export default Preview;

type Page = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["page"]>;
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

export const ErrorBoundary = () => <RecordProblem screen={designScreen} />;
