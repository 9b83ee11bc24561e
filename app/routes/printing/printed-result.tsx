import type { PrintedField } from "#worker/services/printing/contract";

type Result = Extract<PrintedField, { kind: "results" }>["value"][number];

/** One sitting of an examination (§2 printable form): its subjects with their grades, in two columns. */
export const PrintedResult = ({ result }: { result: Result }) => {
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
