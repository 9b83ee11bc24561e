import { useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { ApplicationField } from "#app/list/application-field";
import { type DashboardAddress, dashboardSearch } from "#app/routes/dashboard/dashboard-address";
import { controlClass } from "#app/ui/form/control-class";

/** A value and its name. why no object: there are many, and each stands in the page. */
export type Choice = readonly [value: string, label: string];

/** The search without scripts: what was looked for, and whether anything was found. */
export interface SearchedApplications {
	title: string;
	isFound: boolean;
}

interface ApplicationFilterProps {
	here: string;
	address: DashboardAddress;
	applications: readonly Choice[];
	searched: SearchedApplications;
}

const all = "All applications";

/** Chooses one of more applications than a list can offer: by typing, or by a search of the form without JavaScript. */
export const ApplicationFilter = ({ here, address, applications, searched }: ApplicationFilterProps) => {
	const navigate = useNavigate();
	const value = address.application ?? "";
	const shown = useRef(value);
	const [turn, setTurn] = useState(0);
	useEffect(() => {
		// why: another address shows its application; one that was chosen here leaves the focus in the field.
		if (shown.current !== value) setTurn((turns) => turns + 1);
		shown.current = value;
	}, [value]);
	const choose = (chosen: string) => {
		if (chosen === shown.current) return;
		shown.current = chosen;
		navigate(here + dashboardSearch({ ...address, application: chosen }), { preventScrollReset: true });
	};
	return (
		<>
			<ApplicationField
				key={turn}
				name="application"
				hideLabel
				className="w-full sm:w-64"
				placeholder={all}
				choices={[["", all] as const, ...applications].map(([value, label]) => ({ value, label }))}
				defaultValue={value}
				routeId="routes/dashboard/find-applications"
				findPath={`${here}/applications`}
				onChosen={choose}
			/>
			<noscript>
				<input
					type="search"
					name="title"
					aria-label="Find an application"
					placeholder="Find an application"
					defaultValue={searched.title}
					maxLength={200}
					className={controlClass("h-9 sm:w-56")}
				/>
				{!searched.isFound && <p role="alert">No application has that title.</p>}
			</noscript>
		</>
	);
};
