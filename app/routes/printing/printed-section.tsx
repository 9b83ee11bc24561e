import { classNames } from "#app/ui/class-names";
import { RichText } from "#app/ui/form-view/rich-text";
import type { PrintableForm, PrintedField } from "#worker/services/printing/contract";

/** One section of the form, its answers in two columns. */
export const PrintedSection = ({ section }: { section: PrintableForm["sections"][number] }) => (
	<section aria-labelledby={`section-${section.id}`} className="mt-6">
		<div className="break-inside-avoid break-after-avoid border-b border-line-2 pb-1">
			<h2 id={`section-${section.id}`} className="font-medium">
				{section.title}
			</h2>
			{section.description && <p className="text-sm text-text-2">{section.description}</p>}
		</div>
		<dl className="mt-2 grid grid-cols-2 gap-x-6 gap-y-2 max-sm:grid-cols-1">
			{section.fields.map((field, index) => (
				<div
					// biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat, and the order is fixed.
					key={index}
					className={classNames("min-w-0 break-inside-avoid", field.wide && "col-span-full")}
				>
					<dt className="text-sm text-text-3">{field.label}</dt>
					<dd className="[overflow-wrap:anywhere]">
						<Answer field={field} />
					</dd>
				</div>
			))}
		</dl>
	</section>
);

const Answer = ({ field }: { field: PrintedField }) => {
	switch (field.kind) {
		case "rich-text":
			return <RichText nodes={field.value} />;
		case "results":
			return field.value.map((result) => (
				<PrintedResult key={`${result.title} ${result.registrationNumber}`} result={result} />
			));
		default:
			return <span className="whitespace-pre-line tabular-nums">{field.value}</span>;
	}
};

type Result = Extract<PrintedField, { kind: "results" }>["value"][number];

/** One sitting of an examination (§2 printable form), its grades in two columns. */
const PrintedResult = ({ result }: { result: Result }) => {
	const { title, candidate, gender, registrationNumber, subjects } = result;
	const middle = Math.ceil(subjects.length / 2);
	const halves = [subjects.slice(0, middle), subjects.slice(middle)].filter((half) => half.length > 0);
	return (
		<div className="mb-3 break-inside-avoid">
			<p className="font-medium">{title}</p>
			<p className="text-text-2">
				{candidate} · {gender} · {registrationNumber}
			</p>
			<div className="grid grid-cols-2 gap-x-6 max-sm:grid-cols-1">
				{halves.map((half, index) => (
					<table key={half[0]?.name} aria-label={`${title}, part ${index + 1}`} className="h-fit w-full text-left">
						<thead>
							<tr className="border-b border-line text-sm text-text-3">
								<th scope="col" className="py-1 pr-3 font-normal">
									Subject
								</th>
								<th scope="col" className="w-28 py-1 font-normal">
									Grade
								</th>
							</tr>
						</thead>
						<tbody>
							{half.map(({ name, grade }) => (
								<tr key={name} className="border-b border-line last:border-b-0">
									<th scope="row" className="py-1 pr-3 font-normal">
										{name}
									</th>
									<td className="py-1">{grade}</td>
								</tr>
							))}
						</tbody>
					</table>
				))}
			</div>
		</div>
	);
};
