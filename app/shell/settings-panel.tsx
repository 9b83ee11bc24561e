import { useLocation } from "@remix-run/react";
import { Check, Monitor, Moon, Rows3, Rows4, Settings, Sun } from "lucide-react";
import { isOfWholeInstitution } from "#app/session/may-call";
import { settingsScreensFor, toolsFor } from "#app/shell/navigation";
import { useShell } from "#app/shell/shell-context";
import { buttonClass } from "#app/ui/button-class";
import { SignedInForm } from "#app/ui/form/form";
import { Glyph } from "#app/ui/glyph";
import type { Icon } from "#app/ui/icon";
import { Menu, type MenuProps } from "#app/ui/menu/menu";
import { VisuallyHidden } from "#app/ui/visually-hidden";

const appearanceForm = "appearance";

const choices = {
	theme: { system: "System theme", light: "Light theme", dark: "Dark theme" },
	density: { comfortable: "Comfortable rows", compact: "Compact rows" },
} as const;

const icons: Record<string, Icon> = { system: Monitor, light: Sun, dark: Moon, comfortable: Rows3, compact: Rows4 };

/** The settings panel (§2), with the headings of the existing screens and the look of the portal for everybody. */
export const SettingsPanel = () => {
	const { orgName, user, preferences, hasOutbox } = useShell();
	const location = useLocation();
	const screens: MenuProps["entries"] = settingsScreensFor(user.privileges).map(
		({ path, label, section = "General Configurations" }, index, all) => ({
			id: path,
			label,
			to: `/${orgName}/${path}`,
			section: index > 0 && (all[index - 1]?.section ?? "General Configurations") === section ? undefined : section,
		}),
	);
	const tools: MenuProps["entries"] = toolsFor(user.privileges, { hasOutbox, isWhole: isOfWholeInstitution(user) }).map(
		({ id, path, label }, index) => ({
			id,
			label,
			to: `/${orgName}/${path}`,
			section: index > 0 ? undefined : "Records and tools",
		}),
	);
	const looks: MenuProps["entries"] = (["theme", "density"] as const).flatMap((name) =>
		Object.entries(choices[name]).map(([value, label], index) => ({
			id: `${name}-${value}`,
			label:
				preferences[name] === value ? (
					<span className="font-medium">
						{label}
						<VisuallyHidden> (in use)</VisuallyHidden>
					</span>
				) : (
					label
				),
			icon: preferences[name] === value ? Check : icons[value],
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
				entries={[...screens, ...tools, ...looks]}
			/>
		</>
	);
};
