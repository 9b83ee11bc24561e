import type { StructurePlan } from "./institution";

export const crestfieldStructure: StructurePlan = {
	"College of Health Sciences": {
		"Medicine and Surgery": [
			["MED101", "Medicine and Surgery (MB;BS)", 30],
			["DEN101", "Dentistry (BDS)", 6],
		],
		"Nursing Science": [["NUR101", "Nursing Science (BNSc)", 18]],
		"Medical Laboratory Science": [["MLS101", "Medical Laboratory Science (BMLS)", 9]],
		Pharmacy: [["PHA101", "Pharmacy (PharmD)", 12]],
		"Public Health": [
			["PUH101", "Public Health (BSc)", 4],
			["PUH701", "Public Health (MPH)", 7],
		],
	},
	"Faculty of Science": {
		"Computer Science": [
			["CSC101", "Computer Science (BSc)", 22],
			["CYB101", "Cyber Security (BSc)", 9],
			["CSC701", "Computer Science (MSc)", 8],
		],
		Biochemistry: [["BCH101", "Biochemistry (BSc)", 6]],
		Microbiology: [["MCB101", "Microbiology (BSc)", 6]],
		Mathematics: [
			["MTH101", "Mathematics (BSc)", 2],
			["STA101", "Statistics (BSc)", 3],
		],
		Physics: [["PHY101", "Physics with Electronics (BSc)", 2]],
		Chemistry: [["CHM101", "Industrial Chemistry (BSc)", 3]],
	},
	"Faculty of Engineering": {
		"Electrical and Electronics Engineering": [["EEE101", "Electrical and Electronics Engineering (BEng)", 10]],
		"Mechanical Engineering": [
			["MEE101", "Mechanical Engineering (BEng)", 8],
			["MCT101", "Mechatronics Engineering (BEng)", 5],
		],
		"Civil Engineering": [["CVE101", "Civil Engineering (BEng)", 7]],
		"Chemical and Petroleum Engineering": [
			["CHE101", "Chemical Engineering (BEng)", 5],
			["PET101", "Petroleum Engineering (BEng)", 5],
		],
	},
	"Faculty of Law": {
		"Private and Property Law": [["LAW101", "Law (LLB)", 20]],
		"Public and International Law": [["LAW701", "Law (LLM)", 5]],
	},
	"Faculty of Management Sciences": {
		Accounting: [
			["ACC101", "Accounting (BSc)", 13],
			["ACC701", "Accounting (MSc)", 5],
		],
		"Business Administration": [
			["BUS101", "Business Administration (BSc)", 10],
			["BUS701", "Business Administration (MBA)", 14],
		],
		"Banking and Finance": [["BFN101", "Banking and Finance (BSc)", 5]],
		Marketing: [["MKT101", "Marketing (BSc)", 3]],
	},
	"Faculty of Social Sciences": {
		Economics: [
			["ECO101", "Economics (BSc)", 9],
			["ECO701", "Economics (MSc)", 4],
		],
		"Mass Communication": [["MAC101", "Mass Communication (BSc)", 10]],
		"Political Science": [
			["POL101", "Political Science (BSc)", 6],
			["INR101", "International Relations (BSc)", 6],
		],
		Psychology: [["PSY101", "Psychology (BSc)", 5]],
	},
	"Faculty of Arts and Education": {
		"English and Literary Studies": [["ENG101", "English and Literary Studies (BA)", 4]],
		"History and Strategic Studies": [["HIS101", "History and Strategic Studies (BA)", 2]],
		"Linguistics and Nigerian Languages": [["LIN101", "Linguistics and Yorùbá (BA)", 1]],
		"Educational Foundations": [
			["EDU101", "Guidance and Counselling (BEd)", 2],
			["EDU701", "Educational Management (MEd)", 4],
		],
	},
	"Faculty of Agriculture": {
		"Agricultural Economics": [["AGE101", "Agricultural Economics (BAgric)", 2]],
		"Food Science and Technology": [["FST101", "Food Science and Technology (BSc)", 3]],
	},
};
