import { useLocation } from "@remix-run/react";
import { Check, Settings } from "lucide-react";
import { settingsScreensFor } from "#app/shell/navigation";
import { useShell } from "#app/shell/shell-context";
import { buttonClass } from "#app/ui/button-class";
import { SignedInForm } from "#app/ui/form/form";
import { Glyph } from "#app/ui/glyph";
import { Menu, type MenuProps } from "#app/ui/menu/menu";

const appearanceForm = "appearance";

const choices = {
	theme: { system: "Theme of the device", light: "Light theme", dark: "Dark theme" },
	density: { comfortable: "Comfortable rows", compact: "Compact rows" },
} as const;

/** The settings panel (§2), with the headings of the existing screens and the look of the portal for everybody. */
export const SettingsPanel = () => {
	const { orgName, user, preferences } = useShell();
	const location = useLocation();
	const screens: MenuProps["entries"] = settingsScreensFor(user.privileges).map(({ path, label, icon }, index) => ({
		...{ id: path, label, icon, to: `/${orgName}/${path}` },
		section: index > 0 ? undefined : "General Configurations",
	}));
	const looks: MenuProps["entries"] = (["theme", "density"] as const).flatMap((name) =>
		Object.entries(choices[name]).map(([value, label], index) => ({
			id: `${name}-${value}`,
			label: preferences[name] === value ? <span className="font-medium">{label}</span> : label,
			hint: preferences[name] === value ? "Chosen" : undefined,
			icon: preferences[name] === value ? Check : undefined,
			form: { id: appearanceForm, name, value },
			section: index > 0 ? undefined : name === "theme" ? "Appearance" : "",
		})),
	);
	return (
		<>
			<SignedInForm
				id={appearanceForm}
				method="post"
				action={`/${orgName}/preferences`}
				preventScrollReset
				className="hidden"
			>
				<input type="hidden" name="returnTo" value={location.pathname + location.search} />
			</SignedInForm>
			<Menu
				label="Settings"
				button={<Glyph icon={Settings} />}
				buttonClassName={buttonClass({ variant: "ghost", className: "w-8.5 px-0!" })}
				entries={[...screens, ...looks]}
			/>
		</>
	);
};
