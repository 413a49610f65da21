// Written by `npm run db:types` from supabase/schemas.

export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]

export type Database = {
  public: {
    Tables: {
      agreement_texts: {
        Row: {
          hash: string
          kind: string
          published_on: string
          text: string
          version: number
        }
        Insert: {
          hash: string
          kind: string
          published_on: string
          text: string
          version: number
        }
        Update: {
          hash?: string
          kind?: string
          published_on?: string
          text?: string
          version?: number
        }
        Relationships: []
      }
      agreements: {
        Row: {
          accepted_at: string
          accepted_by: string
          accepted_name: string
          company_id: string
          id: number
          text_hash: string
        }
        Insert: {
          accepted_at: string
          accepted_by: string
          accepted_name: string
          company_id: string
          id?: never
          text_hash: string
        }
        Update: {
          accepted_at?: string
          accepted_by?: string
          accepted_name?: string
          company_id?: string
          id?: never
          text_hash?: string
        }
        Relationships: [
          {
            foreignKeyName: "agreements_text_hash_fkey"
            columns: ["text_hash"]
            isOneToOne: false
            referencedRelation: "agreement_texts"
            referencedColumns: ["hash"]
          },
        ]
      }
      appointment_changes: {
        Row: {
          appointment_id: string
          changes: NonNullable<Json>
          event_id: number
        }
        Insert: {
          appointment_id: string
          changes: NonNullable<Json>
          event_id: number
        }
        Update: {
          appointment_id?: string
          changes?: NonNullable<Json>
          event_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "appointment_changes_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: false
            referencedRelation: "appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "appointment_changes_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: false
            referencedRelation: "shown_appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "appointment_changes_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: true
            referencedRelation: "appointment_events"
            referencedColumns: ["id"]
          },
        ]
      }
      appointment_events: {
        Row: {
          actor: Database["public"]["Enums"]["actor_kind"]
          actor_id: string | null
          actor_reads_all: boolean | null
          actor_role: Database["public"]["Enums"]["member_role"] | null
          appointment_id: string
          at: string
          from_state: Database["public"]["Enums"]["appointment_state"] | null
          id: number
          idempotency_key: string | null
          mails_due: boolean
          new_starts_at: string | null
          old_starts_at: string | null
          reason: string
          to_state: Database["public"]["Enums"]["appointment_state"]
          verb: string
          xid: unknown
        }
        Insert: {
          actor: Database["public"]["Enums"]["actor_kind"]
          actor_id?: string | null
          actor_reads_all?: boolean | null
          actor_role?: Database["public"]["Enums"]["member_role"] | null
          appointment_id: string
          at?: string
          from_state?: Database["public"]["Enums"]["appointment_state"] | null
          id?: never
          idempotency_key?: string | null
          mails_due?: boolean
          new_starts_at?: string | null
          old_starts_at?: string | null
          reason?: string
          to_state: Database["public"]["Enums"]["appointment_state"]
          verb: string
          xid?: unknown
        }
        Update: {
          actor?: Database["public"]["Enums"]["actor_kind"]
          actor_id?: string | null
          actor_reads_all?: boolean | null
          actor_role?: Database["public"]["Enums"]["member_role"] | null
          appointment_id?: string
          at?: string
          from_state?: Database["public"]["Enums"]["appointment_state"] | null
          id?: never
          idempotency_key?: string | null
          mails_due?: boolean
          new_starts_at?: string | null
          old_starts_at?: string | null
          reason?: string
          to_state?: Database["public"]["Enums"]["appointment_state"]
          verb?: string
          xid?: unknown
        }
        Relationships: [
          {
            foreignKeyName: "appointment_events_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: false
            referencedRelation: "appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "appointment_events_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: false
            referencedRelation: "shown_appointments"
            referencedColumns: ["id"]
          },
        ]
      }
      appointment_lines: {
        Row: {
          agreed_minutes: number | null
          appointment_id: string
          employee_id: string
          ends_at: string
          event_id: string | null
          position: number
          price_cents: number
          resource_id: string | null
          seats: number
          service_id: string
          service_name: string
          starts_at: string
          struck_cents: number | null
        }
        Insert: {
          agreed_minutes?: number | null
          appointment_id: string
          employee_id: string
          ends_at: string
          event_id?: string | null
          position: number
          price_cents: number
          resource_id?: string | null
          seats?: number
          service_id: string
          service_name: string
          starts_at: string
          struck_cents?: number | null
        }
        Update: {
          agreed_minutes?: number | null
          appointment_id?: string
          employee_id?: string
          ends_at?: string
          event_id?: string | null
          position?: number
          price_cents?: number
          resource_id?: string | null
          seats?: number
          service_id?: string
          service_name?: string
          starts_at?: string
          struck_cents?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "appointment_lines_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: false
            referencedRelation: "appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "appointment_lines_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: false
            referencedRelation: "shown_appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "appointment_lines_employee_id_fkey"
            columns: ["employee_id"]
            isOneToOne: false
            referencedRelation: "employees"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "appointment_lines_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "appointment_lines_resource_id_fkey"
            columns: ["resource_id"]
            isOneToOne: false
            referencedRelation: "resources"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "appointment_lines_service_id_fkey"
            columns: ["service_id"]
            isOneToOne: false
            referencedRelation: "services"
            referencedColumns: ["id"]
          },
        ]
      }
      appointment_links: {
        Row: {
          appointment_id: string
          created_at: string
          expires_at: string
          secret_hash: string
        }
        Insert: {
          appointment_id: string
          created_at?: string
          expires_at: string
          secret_hash: string
        }
        Update: {
          appointment_id?: string
          created_at?: string
          expires_at?: string
          secret_hash?: string
        }
        Relationships: []
      }
      appointment_messages: {
        Row: {
          appointment_id: string
          by_customer: boolean
          created_at: string
          id: string
          location_id: string
          member_id: string | null
          seen_at: string | null
          settled_at: string | null
          text: string
        }
        Insert: {
          appointment_id: string
          by_customer: boolean
          created_at: string
          id?: string
          location_id: string
          member_id?: string | null
          seen_at?: string | null
          settled_at?: string | null
          text: string
        }
        Update: {
          appointment_id?: string
          by_customer?: boolean
          created_at?: string
          id?: string
          location_id?: string
          member_id?: string | null
          seen_at?: string | null
          settled_at?: string | null
          text?: string
        }
        Relationships: [
          {
            foreignKeyName: "appointment_messages_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: false
            referencedRelation: "appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "appointment_messages_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: false
            referencedRelation: "shown_appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "appointment_messages_location_id_fkey"
            columns: ["location_id"]
            isOneToOne: false
            referencedRelation: "locations"
            referencedColumns: ["id"]
          },
        ]
      }
      appointment_notes: {
        Row: {
          appointment_id: string
          text: string
        }
        Insert: {
          appointment_id: string
          text: string
        }
        Update: {
          appointment_id?: string
          text?: string
        }
        Relationships: [
          {
            foreignKeyName: "appointment_notes_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: true
            referencedRelation: "appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "appointment_notes_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: true
            referencedRelation: "shown_appointments"
            referencedColumns: ["id"]
          },
        ]
      }
      appointment_payment_terms: {
        Row: {
          appointment_id: string
          kept_cents: number | null
          late_cents: number | null
          mode: string
          no_show_cents: number
          pay_now_cents: number
          pay_until: string | null
          waived_at: string | null
        }
        Insert: {
          appointment_id: string
          kept_cents?: number | null
          late_cents?: number | null
          mode: string
          no_show_cents: number
          pay_now_cents: number
          pay_until?: string | null
          waived_at?: string | null
        }
        Update: {
          appointment_id?: string
          kept_cents?: number | null
          late_cents?: number | null
          mode?: string
          no_show_cents?: number
          pay_now_cents?: number
          pay_until?: string | null
          waived_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "appointment_payment_terms_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: true
            referencedRelation: "appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "appointment_payment_terms_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: true
            referencedRelation: "shown_appointments"
            referencedColumns: ["id"]
          },
        ]
      }
      appointment_shares: {
        Row: {
          appointment_id: string
          created_at: string
          expires_at: string
          secret_hash: string
        }
        Insert: {
          appointment_id: string
          created_at: string
          expires_at: string
          secret_hash: string
        }
        Update: {
          appointment_id?: string
          created_at?: string
          expires_at?: string
          secret_hash?: string
        }
        Relationships: [
          {
            foreignKeyName: "appointment_shares_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: true
            referencedRelation: "appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "appointment_shares_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: true
            referencedRelation: "shown_appointments"
            referencedColumns: ["id"]
          },
        ]
      }
      appointments: {
        Row: {
          arrived_at: string | null
          cancellation_hours: number
          company_id: string
          contact_email: string
          contact_name: string
          contact_phone: string
          created_at: string
          customer_id: string | null
          employee_chosen: boolean
          ends_at: string
          for_name: string
          hold_expires_at: string | null
          id: string
          idempotency_key: string | null
          location_id: string
          note: string
          origin: string
          package_name: string | null
          sequence: number
          series: string | null
          source: string
          starts_at: string
          state: Database["public"]["Enums"]["appointment_state"]
          total_cents: number
          updated_at: string
          user_id: string | null
        }
        Insert: {
          arrived_at?: string | null
          cancellation_hours?: number
          company_id: string
          contact_email?: string
          contact_name?: string
          contact_phone?: string
          created_at?: string
          customer_id?: string | null
          employee_chosen?: boolean
          ends_at: string
          for_name?: string
          hold_expires_at?: string | null
          id?: string
          idempotency_key?: string | null
          location_id: string
          note?: string
          origin?: string
          package_name?: string | null
          sequence?: number
          series?: string | null
          source?: string
          starts_at: string
          state: Database["public"]["Enums"]["appointment_state"]
          total_cents: number
          updated_at?: string
          user_id?: string | null
        }
        Update: {
          arrived_at?: string | null
          cancellation_hours?: number
          company_id?: string
          contact_email?: string
          contact_name?: string
          contact_phone?: string
          created_at?: string
          customer_id?: string | null
          employee_chosen?: boolean
          ends_at?: string
          for_name?: string
          hold_expires_at?: string | null
          id?: string
          idempotency_key?: string | null
          location_id?: string
          note?: string
          origin?: string
          package_name?: string | null
          sequence?: number
          series?: string | null
          source?: string
          starts_at?: string
          state?: Database["public"]["Enums"]["appointment_state"]
          total_cents?: number
          updated_at?: string
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "appointments_customer_id_fkey"
            columns: ["customer_id"]
            isOneToOne: false
            referencedRelation: "customers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "appointments_customer_id_fkey"
            columns: ["customer_id"]
            isOneToOne: false
            referencedRelation: "shown_customers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "appointments_location_id_company_id_fkey"
            columns: ["location_id", "company_id"]
            isOneToOne: false
            referencedRelation: "locations"
            referencedColumns: ["id", "company_id"]
          },
        ]
      }
      bank_transfers: {
        Row: {
          booked_on: string
          cents: number
          created_at: string
          id: string
          invoice_id: string | null
          matched_at: string | null
          note: string
          payer: string
          ref: string
          text: string
        }
        Insert: {
          booked_on: string
          cents: number
          created_at: string
          id?: string
          invoice_id?: string | null
          matched_at?: string | null
          note?: string
          payer?: string
          ref: string
          text?: string
        }
        Update: {
          booked_on?: string
          cents?: number
          created_at?: string
          id?: string
          invoice_id?: string | null
          matched_at?: string | null
          note?: string
          payer?: string
          ref?: string
          text?: string
        }
        Relationships: [
          {
            foreignKeyName: "bank_transfers_invoice_id_fkey"
            columns: ["invoice_id"]
            isOneToOne: false
            referencedRelation: "invoices"
            referencedColumns: ["id"]
          },
        ]
      }
      billing_months: {
        Row: {
          company_id: string
          invoice_id: string | null
          month: string
          people: number
          plan_cents: number
          waits_for: string
        }
        Insert: {
          company_id: string
          invoice_id?: string | null
          month: string
          people: number
          plan_cents: number
          waits_for?: string
        }
        Update: {
          company_id?: string
          invoice_id?: string | null
          month?: string
          people?: number
          plan_cents?: number
          waits_for?: string
        }
        Relationships: [
          {
            foreignKeyName: "billing_months_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "billing_months_invoice_id_fkey"
            columns: ["invoice_id"]
            isOneToOne: false
            referencedRelation: "invoices"
            referencedColumns: ["id"]
          },
        ]
      }
      blocks: {
        Row: {
          created_at: string
          created_by: string | null
          employee_id: string | null
          ends_at: string
          id: string
          location_id: string
          moved_at: string | null
          moved_by: string | null
          resource_id: string | null
          series: string | null
          starts_at: string
          title: string
          updated_at: string
        }
        Insert: {
          created_at?: string
          created_by?: string | null
          employee_id?: string | null
          ends_at: string
          id?: string
          location_id: string
          moved_at?: string | null
          moved_by?: string | null
          resource_id?: string | null
          series?: string | null
          starts_at: string
          title?: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          created_by?: string | null
          employee_id?: string | null
          ends_at?: string
          id?: string
          location_id?: string
          moved_at?: string | null
          moved_by?: string | null
          resource_id?: string | null
          series?: string | null
          starts_at?: string
          title?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "blocks_employee_id_location_id_fkey"
            columns: ["employee_id", "location_id"]
            isOneToOne: false
            referencedRelation: "employees"
            referencedColumns: ["id", "location_id"]
          },
          {
            foreignKeyName: "blocks_resource_id_location_id_fkey"
            columns: ["resource_id", "location_id"]
            isOneToOne: false
            referencedRelation: "resources"
            referencedColumns: ["id", "location_id"]
          },
        ]
      }
      bookkeeping_settings: {
        Row: {
          bank: string
          chart: string
          client: number | null
          company_id: string
          consultant: number | null
          disputed: string
          fee_income: string
          prepaid: string
          provider_balance: string
          provider_fee: string
          refunds_due: string
          revenue: string
          updated_at: string
          voucher_liability: string
          year_begins: number
        }
        Insert: {
          bank?: string
          chart?: string
          client?: number | null
          company_id: string
          consultant?: number | null
          disputed?: string
          fee_income?: string
          prepaid?: string
          provider_balance?: string
          provider_fee?: string
          refunds_due?: string
          revenue?: string
          updated_at?: string
          voucher_liability?: string
          year_begins?: number
        }
        Update: {
          bank?: string
          chart?: string
          client?: number | null
          company_id?: string
          consultant?: number | null
          disputed?: string
          fee_income?: string
          prepaid?: string
          provider_balance?: string
          provider_fee?: string
          refunds_due?: string
          revenue?: string
          updated_at?: string
          voucher_liability?: string
          year_begins?: number
        }
        Relationships: [
          {
            foreignKeyName: "bookkeeping_settings_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: true
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
        ]
      }
      calendar_changes: {
        Row: {
          created_at: string
          id: number
          location_id: string
        }
        Insert: {
          created_at?: string
          id?: never
          location_id: string
        }
        Update: {
          created_at?: string
          id?: never
          location_id?: string
        }
        Relationships: []
      }
      categories: {
        Row: {
          description: string
          hue: number
          icon: string
          id: number
          name: string
          parent_id: number | null
          position: number
          secret: boolean
          service_templates: NonNullable<Json>
          slug: string
          synonyms: string[]
          withdrawal: boolean
        }
        Insert: {
          description: string
          hue: number
          icon: string
          id: number
          name: string
          parent_id?: number | null
          position: number
          secret?: boolean
          service_templates?: NonNullable<Json>
          slug: string
          synonyms?: string[]
          withdrawal?: boolean
        }
        Update: {
          description?: string
          hue?: number
          icon?: string
          id?: number
          name?: string
          parent_id?: number | null
          position?: number
          secret?: boolean
          service_templates?: NonNullable<Json>
          slug?: string
          synonyms?: string[]
          withdrawal?: boolean
        }
        Relationships: [
          {
            foreignKeyName: "categories_parent_id_fkey"
            columns: ["parent_id"]
            isOneToOne: false
            referencedRelation: "categories"
            referencedColumns: ["id"]
          },
        ]
      }
      cities: {
        Row: {
          id: number
          latitude: number
          longitude: number
          name: string
          population: number
          slug: string
          state_code: string
        }
        Insert: {
          id: number
          latitude: number
          longitude: number
          name: string
          population: number
          slug: string
          state_code: string
        }
        Update: {
          id?: number
          latitude?: number
          longitude?: number
          name?: string
          population?: number
          slug?: string
          state_code?: string
        }
        Relationships: [
          {
            foreignKeyName: "cities_state_code_fkey"
            columns: ["state_code"]
            isOneToOne: false
            referencedRelation: "federal_states"
            referencedColumns: ["code"]
          },
        ]
      }
      commission_items: {
        Row: {
          appointment_id: string | null
          base_cents: number
          company_id: string
          created_at: string
          customer_id: string | null
          day: string
          decided_at: string | null
          decision: string
          evidence: NonNullable<Json>
          fee_cents: number
          id: string
          object_until: string
          objected_at: string | null
          objection: string
          percent: number
          state: Database["public"]["Enums"]["commission_state"]
        }
        Insert: {
          appointment_id?: string | null
          base_cents: number
          company_id: string
          created_at: string
          customer_id?: string | null
          day: string
          decided_at?: string | null
          decision?: string
          evidence: NonNullable<Json>
          fee_cents: number
          id?: string
          object_until: string
          objected_at?: string | null
          objection?: string
          percent: number
          state?: Database["public"]["Enums"]["commission_state"]
        }
        Update: {
          appointment_id?: string | null
          base_cents?: number
          company_id?: string
          created_at?: string
          customer_id?: string | null
          day?: string
          decided_at?: string | null
          decision?: string
          evidence?: NonNullable<Json>
          fee_cents?: number
          id?: string
          object_until?: string
          objected_at?: string | null
          objection?: string
          percent?: number
          state?: Database["public"]["Enums"]["commission_state"]
        }
        Relationships: [
          {
            foreignKeyName: "commission_items_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: true
            referencedRelation: "appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "commission_items_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: true
            referencedRelation: "shown_appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "commission_items_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "commission_items_customer_id_fkey"
            columns: ["customer_id"]
            isOneToOne: false
            referencedRelation: "customers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "commission_items_customer_id_fkey"
            columns: ["customer_id"]
            isOneToOne: false
            referencedRelation: "shown_customers"
            referencedColumns: ["id"]
          },
        ]
      }
      companies: {
        Row: {
          city: string
          created_at: string
          email: string
          goes_at: string | null
          id: string
          legal_name: string
          name: string
          phone: string
          postal_code: string
          register_entry: string
          representative: string
          sandbox: boolean
          small_business: boolean
          state: Database["public"]["Enums"]["company_state"]
          street: string
          updated_at: string
          vat_id: string
        }
        Insert: {
          city?: string
          created_at?: string
          email?: string
          goes_at?: string | null
          id?: string
          legal_name?: string
          name: string
          phone?: string
          postal_code?: string
          register_entry?: string
          representative?: string
          sandbox?: boolean
          small_business?: boolean
          state?: Database["public"]["Enums"]["company_state"]
          street?: string
          updated_at?: string
          vat_id?: string
        }
        Update: {
          city?: string
          created_at?: string
          email?: string
          goes_at?: string | null
          id?: string
          legal_name?: string
          name?: string
          phone?: string
          postal_code?: string
          register_entry?: string
          representative?: string
          sandbox?: boolean
          small_business?: boolean
          state?: Database["public"]["Enums"]["company_state"]
          street?: string
          updated_at?: string
          vat_id?: string
        }
        Relationships: []
      }
      company_tax_data: {
        Row: {
          account_holder: string
          birthday: string | null
          city: string
          company_id: string
          country: string
          first_name: string
          iban: string
          last_name: string
          postal_code: string
          street: string
          tax_country: string
          tax_id: string
          tax_number: string
          taxpayer: Database["public"]["Enums"]["taxpayer"]
          unregistered: boolean
          updated_at: string
        }
        Insert: {
          account_holder?: string
          birthday?: string | null
          city?: string
          company_id: string
          country?: string
          first_name?: string
          iban?: string
          last_name?: string
          postal_code?: string
          street?: string
          tax_country?: string
          tax_id?: string
          tax_number?: string
          taxpayer: Database["public"]["Enums"]["taxpayer"]
          unregistered?: boolean
          updated_at?: string
        }
        Update: {
          account_holder?: string
          birthday?: string | null
          city?: string
          company_id?: string
          country?: string
          first_name?: string
          iban?: string
          last_name?: string
          postal_code?: string
          street?: string
          tax_country?: string
          tax_id?: string
          tax_number?: string
          taxpayer?: Database["public"]["Enums"]["taxpayer"]
          unregistered?: boolean
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "company_tax_data_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: true
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
        ]
      }
      consent_texts: {
        Row: {
          hash: string
          kind: string
          text: string
          version: number
        }
        Insert: {
          hash: string
          kind: string
          text: string
          version: number
        }
        Update: {
          hash?: string
          kind?: string
          text?: string
          version?: number
        }
        Relationships: []
      }
      consents: {
        Row: {
          address_hash: string
          at: string
          channel: string
          company_id: string | null
          given: boolean
          id: number
          source: string
          text_hash: string | null
        }
        Insert: {
          address_hash: string
          at?: string
          channel: string
          company_id?: string | null
          given: boolean
          id?: never
          source: string
          text_hash?: string | null
        }
        Update: {
          address_hash?: string
          at?: string
          channel?: string
          company_id?: string | null
          given?: boolean
          id?: never
          source?: string
          text_hash?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "consents_text_hash_fkey"
            columns: ["text_hash"]
            isOneToOne: false
            referencedRelation: "consent_texts"
            referencedColumns: ["hash"]
          },
        ]
      }
      customer_contacts: {
        Row: {
          company_id: string
          created_at: string
          customer_id: string
          id: string
          kind: string
          label: string
          value: string
        }
        Insert: {
          company_id: string
          created_at?: string
          customer_id: string
          id?: string
          kind: string
          label?: string
          value: string
        }
        Update: {
          company_id?: string
          created_at?: string
          customer_id?: string
          id?: string
          kind?: string
          label?: string
          value?: string
        }
        Relationships: [
          {
            foreignKeyName: "customer_contacts_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "customer_contacts_customer_id_fkey"
            columns: ["customer_id"]
            isOneToOne: false
            referencedRelation: "customers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "customer_contacts_customer_id_fkey"
            columns: ["customer_id"]
            isOneToOne: false
            referencedRelation: "shown_customers"
            referencedColumns: ["id"]
          },
        ]
      }
      customer_erasures: {
        Row: {
          appointments: number
          at: string
          company_id: string
          id: string
          user_id: string
          who: string
        }
        Insert: {
          appointments: number
          at: string
          company_id: string
          id?: string
          user_id: string
          who: string
        }
        Update: {
          appointments?: number
          at?: string
          company_id?: string
          id?: string
          user_id?: string
          who?: string
        }
        Relationships: [
          {
            foreignKeyName: "customer_erasures_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
        ]
      }
      customer_facts: {
        Row: {
          cancelled: number
          company_id: string
          customer_id: string
          first_visit_at: string | null
          last_visit_at: string | null
          next_visit_at: string | null
          no_shows: number
          spent_cents: number
          visits: number
        }
        Insert: {
          cancelled: number
          company_id: string
          customer_id: string
          first_visit_at?: string | null
          last_visit_at?: string | null
          next_visit_at?: string | null
          no_shows: number
          spent_cents: number
          visits: number
        }
        Update: {
          cancelled?: number
          company_id?: string
          customer_id?: string
          first_visit_at?: string | null
          last_visit_at?: string | null
          next_visit_at?: string | null
          no_shows?: number
          spent_cents?: number
          visits?: number
        }
        Relationships: [
          {
            foreignKeyName: "customer_facts_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "customer_facts_customer_id_fkey"
            columns: ["customer_id"]
            isOneToOne: true
            referencedRelation: "customers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "customer_facts_customer_id_fkey"
            columns: ["customer_id"]
            isOneToOne: true
            referencedRelation: "shown_customers"
            referencedColumns: ["id"]
          },
        ]
      }
      customer_files: {
        Row: {
          added_at: string
          added_by: string
          bytes: number
          company_id: string
          customer_id: string
          file_path: string
          health: boolean
          id: string
          name: string
          stored: boolean
          type: string
        }
        Insert: {
          added_at: string
          added_by: string
          bytes: number
          company_id: string
          customer_id: string
          file_path: string
          health: boolean
          id?: string
          name: string
          stored?: boolean
          type: string
        }
        Update: {
          added_at?: string
          added_by?: string
          bytes?: number
          company_id?: string
          customer_id?: string
          file_path?: string
          health?: boolean
          id?: string
          name?: string
          stored?: boolean
          type?: string
        }
        Relationships: [
          {
            foreignKeyName: "customer_files_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "customer_files_customer_id_fkey"
            columns: ["customer_id"]
            isOneToOne: false
            referencedRelation: "customers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "customer_files_customer_id_fkey"
            columns: ["customer_id"]
            isOneToOne: false
            referencedRelation: "shown_customers"
            referencedColumns: ["id"]
          },
        ]
      }
      customer_health: {
        Row: {
          company_id: string
          customer_id: string
          note: string
          updated_at: string
          updated_by: string
        }
        Insert: {
          company_id: string
          customer_id: string
          note: string
          updated_at: string
          updated_by: string
        }
        Update: {
          company_id?: string
          customer_id?: string
          note?: string
          updated_at?: string
          updated_by?: string
        }
        Relationships: [
          {
            foreignKeyName: "customer_health_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "customer_health_customer_id_fkey"
            columns: ["customer_id"]
            isOneToOne: true
            referencedRelation: "customers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "customer_health_customer_id_fkey"
            columns: ["customer_id"]
            isOneToOne: true
            referencedRelation: "shown_customers"
            referencedColumns: ["id"]
          },
        ]
      }
      customer_looks: {
        Row: {
          at: string
          company_id: string
          customer_id: string
          id: number
          user_id: string
          what: string
          who: string
        }
        Insert: {
          at: string
          company_id: string
          customer_id: string
          id?: never
          user_id: string
          what: string
          who: string
        }
        Update: {
          at?: string
          company_id?: string
          customer_id?: string
          id?: never
          user_id?: string
          what?: string
          who?: string
        }
        Relationships: [
          {
            foreignKeyName: "customer_looks_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "customer_looks_customer_id_fkey"
            columns: ["customer_id"]
            isOneToOne: false
            referencedRelation: "customers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "customer_looks_customer_id_fkey"
            columns: ["customer_id"]
            isOneToOne: false
            referencedRelation: "shown_customers"
            referencedColumns: ["id"]
          },
        ]
      }
      customer_relatives: {
        Row: {
          company_id: string
          created_at: string
          customer_id: string
          id: string
          name: string
          relation: string
          relative_id: string | null
        }
        Insert: {
          company_id: string
          created_at?: string
          customer_id: string
          id?: string
          name?: string
          relation?: string
          relative_id?: string | null
        }
        Update: {
          company_id?: string
          created_at?: string
          customer_id?: string
          id?: string
          name?: string
          relation?: string
          relative_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "customer_relatives_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "customer_relatives_customer_id_fkey"
            columns: ["customer_id"]
            isOneToOne: false
            referencedRelation: "customers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "customer_relatives_customer_id_fkey"
            columns: ["customer_id"]
            isOneToOne: false
            referencedRelation: "shown_customers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "customer_relatives_relative_id_fkey"
            columns: ["relative_id"]
            isOneToOne: false
            referencedRelation: "customers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "customer_relatives_relative_id_fkey"
            columns: ["relative_id"]
            isOneToOne: false
            referencedRelation: "shown_customers"
            referencedColumns: ["id"]
          },
        ]
      }
      customers: {
        Row: {
          birthday: string | null
          blocked: boolean
          company_id: string
          created_at: string
          email: string | null
          id: string
          merged_at: string | null
          name: string
          note: string
          other_words: string
          phone: string
          tags: string[]
          updated_at: string
          user_id: string | null
          words: string
        }
        Insert: {
          birthday?: string | null
          blocked?: boolean
          company_id: string
          created_at?: string
          email?: string | null
          id?: string
          merged_at?: string | null
          name: string
          note?: string
          other_words?: string
          phone?: string
          tags?: string[]
          updated_at?: string
          user_id?: string | null
          words?: string
        }
        Update: {
          birthday?: string | null
          blocked?: boolean
          company_id?: string
          created_at?: string
          email?: string | null
          id?: string
          merged_at?: string | null
          name?: string
          note?: string
          other_words?: string
          phone?: string
          tags?: string[]
          updated_at?: string
          user_id?: string | null
          words?: string
        }
        Relationships: [
          {
            foreignKeyName: "customers_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
        ]
      }
      day_prices: {
        Row: {
          created_at: string
          ends: string
          first_day: string
          id: string
          last_day: string | null
          location_id: string
          percent: number
          service_id: string
          starts: string
          weekdays: number[]
        }
        Insert: {
          created_at?: string
          ends?: string
          first_day: string
          id?: string
          last_day?: string | null
          location_id: string
          percent: number
          service_id: string
          starts?: string
          weekdays: number[]
        }
        Update: {
          created_at?: string
          ends?: string
          first_day?: string
          id?: string
          last_day?: string | null
          location_id?: string
          percent?: number
          service_id?: string
          starts?: string
          weekdays?: number[]
        }
        Relationships: [
          {
            foreignKeyName: "day_prices_location_id_fkey"
            columns: ["location_id"]
            isOneToOne: false
            referencedRelation: "locations"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "day_prices_service_id_location_id_fkey"
            columns: ["service_id", "location_id"]
            isOneToOne: false
            referencedRelation: "services"
            referencedColumns: ["id", "location_id"]
          },
        ]
      }
      disruption_events: {
        Row: {
          changed_at: string
          disruption_id: string
          event_id: string
          starts_at: string
          state: Database["public"]["Enums"]["disruption_state"]
        }
        Insert: {
          changed_at?: string
          disruption_id: string
          event_id: string
          starts_at: string
          state?: Database["public"]["Enums"]["disruption_state"]
        }
        Update: {
          changed_at?: string
          disruption_id?: string
          event_id?: string
          starts_at?: string
          state?: Database["public"]["Enums"]["disruption_state"]
        }
        Relationships: [
          {
            foreignKeyName: "disruption_events_disruption_id_fkey"
            columns: ["disruption_id"]
            isOneToOne: false
            referencedRelation: "disruptions"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "disruption_events_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
        ]
      }
      disruption_items: {
        Row: {
          answer_by: string | null
          appointment_id: string
          changed_at: string
          disruption_id: string
          hold_id: string | null
          starts_at: string
          state: Database["public"]["Enums"]["disruption_state"]
          why: string | null
        }
        Insert: {
          answer_by?: string | null
          appointment_id: string
          changed_at?: string
          disruption_id: string
          hold_id?: string | null
          starts_at: string
          state?: Database["public"]["Enums"]["disruption_state"]
          why?: string | null
        }
        Update: {
          answer_by?: string | null
          appointment_id?: string
          changed_at?: string
          disruption_id?: string
          hold_id?: string | null
          starts_at?: string
          state?: Database["public"]["Enums"]["disruption_state"]
          why?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "disruption_items_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: false
            referencedRelation: "appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "disruption_items_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: false
            referencedRelation: "shown_appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "disruption_items_disruption_id_fkey"
            columns: ["disruption_id"]
            isOneToOne: false
            referencedRelation: "disruptions"
            referencedColumns: ["id"]
          },
        ]
      }
      disruptions: {
        Row: {
          block_id: string | null
          company_id: string
          created_at: string
          created_by: string | null
          employee_id: string | null
          ended_at: string | null
          ends_at: string
          exception_id: string | null
          id: string
          location_id: string
          resource_id: string | null
          starts_at: string
        }
        Insert: {
          block_id?: string | null
          company_id: string
          created_at?: string
          created_by?: string | null
          employee_id?: string | null
          ended_at?: string | null
          ends_at: string
          exception_id?: string | null
          id?: string
          location_id: string
          resource_id?: string | null
          starts_at: string
        }
        Update: {
          block_id?: string | null
          company_id?: string
          created_at?: string
          created_by?: string | null
          employee_id?: string | null
          ended_at?: string | null
          ends_at?: string
          exception_id?: string | null
          id?: string
          location_id?: string
          resource_id?: string | null
          starts_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "disruptions_block_id_fkey"
            columns: ["block_id"]
            isOneToOne: false
            referencedRelation: "blocks"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "disruptions_employee_id_location_id_fkey"
            columns: ["employee_id", "location_id"]
            isOneToOne: false
            referencedRelation: "employees"
            referencedColumns: ["id", "location_id"]
          },
          {
            foreignKeyName: "disruptions_exception_id_fkey"
            columns: ["exception_id"]
            isOneToOne: false
            referencedRelation: "exceptions"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "disruptions_location_id_company_id_fkey"
            columns: ["location_id", "company_id"]
            isOneToOne: false
            referencedRelation: "locations"
            referencedColumns: ["id", "company_id"]
          },
          {
            foreignKeyName: "disruptions_resource_id_location_id_fkey"
            columns: ["resource_id", "location_id"]
            isOneToOne: false
            referencedRelation: "resources"
            referencedColumns: ["id", "location_id"]
          },
        ]
      }
      districts: {
        Row: {
          city_id: number
          id: number
          latitude: number
          longitude: number
          name: string
          slug: string
        }
        Insert: {
          city_id: number
          id: number
          latitude: number
          longitude: number
          name: string
          slug: string
        }
        Update: {
          city_id?: number
          id?: number
          latitude?: number
          longitude?: number
          name?: string
          slug?: string
        }
        Relationships: [
          {
            foreignKeyName: "districts_city_id_fkey"
            columns: ["city_id"]
            isOneToOne: false
            referencedRelation: "cities"
            referencedColumns: ["id"]
          },
        ]
      }
      dunning_steps: {
        Row: {
          at: string
          invoice_id: string
          level: number
        }
        Insert: {
          at: string
          invoice_id: string
          level: number
        }
        Update: {
          at?: string
          invoice_id?: string
          level?: number
        }
        Relationships: [
          {
            foreignKeyName: "dunning_steps_invoice_id_fkey"
            columns: ["invoice_id"]
            isOneToOne: false
            referencedRelation: "invoices"
            referencedColumns: ["id"]
          },
        ]
      }
      early_starts: {
        Row: {
          agreed_at: string
          appointment_id: string
          text_hash: string
        }
        Insert: {
          agreed_at: string
          appointment_id: string
          text_hash: string
        }
        Update: {
          agreed_at?: string
          appointment_id?: string
          text_hash?: string
        }
        Relationships: [
          {
            foreignKeyName: "early_starts_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: true
            referencedRelation: "appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "early_starts_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: true
            referencedRelation: "shown_appointments"
            referencedColumns: ["id"]
          },
        ]
      }
      employee_services: {
        Row: {
          duration_minutes: number | null
          employee_id: string
          location_id: string
          price_cents: number | null
          service_id: string
        }
        Insert: {
          duration_minutes?: number | null
          employee_id: string
          location_id: string
          price_cents?: number | null
          service_id: string
        }
        Update: {
          duration_minutes?: number | null
          employee_id?: string
          location_id?: string
          price_cents?: number | null
          service_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "employee_services_employee_id_location_id_fkey"
            columns: ["employee_id", "location_id"]
            isOneToOne: false
            referencedRelation: "employees"
            referencedColumns: ["id", "location_id"]
          },
          {
            foreignKeyName: "employee_services_service_id_location_id_fkey"
            columns: ["service_id", "location_id"]
            isOneToOne: false
            referencedRelation: "services"
            referencedColumns: ["id", "location_id"]
          },
        ]
      }
      employees: {
        Row: {
          active: boolean
          archived: boolean
          color: string
          created_at: string
          id: string
          image_path: string
          languages: string[]
          location_id: string
          name: string
          own_hours: boolean
          position: number
          title: string
          updated_at: string
          user_id: string | null
        }
        Insert: {
          active?: boolean
          archived?: boolean
          color?: string
          created_at?: string
          id?: string
          image_path?: string
          languages?: string[]
          location_id: string
          name: string
          own_hours?: boolean
          position?: number
          title?: string
          updated_at?: string
          user_id?: string | null
        }
        Update: {
          active?: boolean
          archived?: boolean
          color?: string
          created_at?: string
          id?: string
          image_path?: string
          languages?: string[]
          location_id?: string
          name?: string
          own_hours?: boolean
          position?: number
          title?: string
          updated_at?: string
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "employees_location_id_fkey"
            columns: ["location_id"]
            isOneToOne: false
            referencedRelation: "locations"
            referencedColumns: ["id"]
          },
        ]
      }
      erasure_demands: {
        Row: {
          asked_at: string
          company_id: string
          customer_id: string
          declined_at: string | null
          email: string
          id: string
          reason: string
          who: string
        }
        Insert: {
          asked_at: string
          company_id: string
          customer_id: string
          declined_at?: string | null
          email: string
          id?: string
          reason?: string
          who?: string
        }
        Update: {
          asked_at?: string
          company_id?: string
          customer_id?: string
          declined_at?: string | null
          email?: string
          id?: string
          reason?: string
          who?: string
        }
        Relationships: [
          {
            foreignKeyName: "erasure_demands_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "erasure_demands_customer_id_fkey"
            columns: ["customer_id"]
            isOneToOne: false
            referencedRelation: "customers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "erasure_demands_customer_id_fkey"
            columns: ["customer_id"]
            isOneToOne: false
            referencedRelation: "shown_customers"
            referencedColumns: ["id"]
          },
        ]
      }
      event_seats: {
        Row: {
          event_id: string
          expires_at: string | null
          offered_from: string | null
          seat: number
          source: string | null
        }
        Insert: {
          event_id: string
          expires_at?: string | null
          offered_from?: string | null
          seat: number
          source?: string | null
        }
        Update: {
          event_id?: string
          expires_at?: string | null
          offered_from?: string | null
          seat?: number
          source?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "event_seats_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
        ]
      }
      event_waits: {
        Row: {
          confirmed_at: string | null
          created_at: string
          email: string
          event_id: string
          hold_id: string | null
          id: string
          left_at: string | null
          name: string
          network: unknown
          phone: string
          seats: number
          user_id: string | null
        }
        Insert: {
          confirmed_at?: string | null
          created_at?: string
          email: string
          event_id: string
          hold_id?: string | null
          id?: string
          left_at?: string | null
          name: string
          network?: unknown
          phone?: string
          seats: number
          user_id?: string | null
        }
        Update: {
          confirmed_at?: string | null
          created_at?: string
          email?: string
          event_id?: string
          hold_id?: string | null
          id?: string
          left_at?: string | null
          name?: string
          network?: unknown
          phone?: string
          seats?: number
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "event_waits_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
        ]
      }
      events: {
        Row: {
          cancellation_hours: number | null
          cancelled_at: string | null
          created_at: string
          created_by: string | null
          description: string
          employee_id: string
          ends_at: string
          id: string
          location_id: string
          notice_minutes: number | null
          price_cents: number
          resource_id: string | null
          seats: number
          series: string | null
          service_id: string
          starts_at: string
          title: string
          updated_at: string
        }
        Insert: {
          cancellation_hours?: number | null
          cancelled_at?: string | null
          created_at?: string
          created_by?: string | null
          description?: string
          employee_id: string
          ends_at: string
          id?: string
          location_id: string
          notice_minutes?: number | null
          price_cents: number
          resource_id?: string | null
          seats: number
          series?: string | null
          service_id: string
          starts_at: string
          title?: string
          updated_at?: string
        }
        Update: {
          cancellation_hours?: number | null
          cancelled_at?: string | null
          created_at?: string
          created_by?: string | null
          description?: string
          employee_id?: string
          ends_at?: string
          id?: string
          location_id?: string
          notice_minutes?: number | null
          price_cents?: number
          resource_id?: string | null
          seats?: number
          series?: string | null
          service_id?: string
          starts_at?: string
          title?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "events_employee_id_location_id_fkey"
            columns: ["employee_id", "location_id"]
            isOneToOne: false
            referencedRelation: "employees"
            referencedColumns: ["id", "location_id"]
          },
          {
            foreignKeyName: "events_resource_id_location_id_fkey"
            columns: ["resource_id", "location_id"]
            isOneToOne: false
            referencedRelation: "resources"
            referencedColumns: ["id", "location_id"]
          },
          {
            foreignKeyName: "events_service_id_location_id_fkey"
            columns: ["service_id", "location_id"]
            isOneToOne: false
            referencedRelation: "services"
            referencedColumns: ["id", "location_id"]
          },
        ]
      }
      exceptions: {
        Row: {
          created_at: string
          employee_id: string | null
          ends_at: string
          holiday: string | null
          id: string
          kind: Database["public"]["Enums"]["exception_kind"]
          location_id: string
          reason: string
          shift_day: string | null
          starts_at: string
          updated_at: string
        }
        Insert: {
          created_at?: string
          employee_id?: string | null
          ends_at: string
          holiday?: string | null
          id?: string
          kind: Database["public"]["Enums"]["exception_kind"]
          location_id: string
          reason?: string
          shift_day?: string | null
          starts_at: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          employee_id?: string | null
          ends_at?: string
          holiday?: string | null
          id?: string
          kind?: Database["public"]["Enums"]["exception_kind"]
          location_id?: string
          reason?: string
          shift_day?: string | null
          starts_at?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "exceptions_employee_id_location_id_fkey"
            columns: ["employee_id", "location_id"]
            isOneToOne: false
            referencedRelation: "employees"
            referencedColumns: ["id", "location_id"]
          },
          {
            foreignKeyName: "exceptions_location_id_fkey"
            columns: ["location_id"]
            isOneToOne: false
            referencedRelation: "locations"
            referencedColumns: ["id"]
          },
        ]
      }
      favourites: {
        Row: {
          created_at: string
          location_id: string
          user_id: string
        }
        Insert: {
          created_at?: string
          location_id: string
          user_id: string
        }
        Update: {
          created_at?: string
          location_id?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "favourites_location_id_fkey"
            columns: ["location_id"]
            isOneToOne: false
            referencedRelation: "locations"
            referencedColumns: ["id"]
          },
        ]
      }
      federal_states: {
        Row: {
          code: string
          name: string
          slug: string
        }
        Insert: {
          code: string
          name: string
          slug: string
        }
        Update: {
          code?: string
          name?: string
          slug?: string
        }
        Relationships: []
      }
      holds: {
        Row: {
          borrowed: Json | null
          cancellation_hours: number
          company_id: string
          created_at: string
          employee_chosen: boolean
          ended_at: string | null
          ends_at: string
          expires_at: string
          id: string
          idempotency_key: string | null
          lines: NonNullable<Json>
          location_id: string
          origin: string
          package_name: string | null
          purpose: Database["public"]["Enums"]["hold_purpose"]
          released: boolean
          secret_hash: string | null
          source: string
          starts_at: string
          terms: Json | null
          total_cents: number
          user_id: string | null
        }
        Insert: {
          borrowed?: Json | null
          cancellation_hours: number
          company_id: string
          created_at: string
          employee_chosen: boolean
          ended_at?: string | null
          ends_at: string
          expires_at: string
          id: string
          idempotency_key?: string | null
          lines: NonNullable<Json>
          location_id: string
          origin: string
          package_name?: string | null
          purpose?: Database["public"]["Enums"]["hold_purpose"]
          released?: boolean
          secret_hash?: string | null
          source: string
          starts_at: string
          terms?: Json | null
          total_cents: number
          user_id?: string | null
        }
        Update: {
          borrowed?: Json | null
          cancellation_hours?: number
          company_id?: string
          created_at?: string
          employee_chosen?: boolean
          ended_at?: string | null
          ends_at?: string
          expires_at?: string
          id?: string
          idempotency_key?: string | null
          lines?: NonNullable<Json>
          location_id?: string
          origin?: string
          package_name?: string | null
          purpose?: Database["public"]["Enums"]["hold_purpose"]
          released?: boolean
          secret_hash?: string | null
          source?: string
          starts_at?: string
          terms?: Json | null
          total_cents?: number
          user_id?: string | null
        }
        Relationships: []
      }
      import_rows: {
        Row: {
          code: string
          customer_id: string | null
          import_id: string
          n: number
          raw: string[]
          state: string
        }
        Insert: {
          code?: string
          customer_id?: string | null
          import_id: string
          n: number
          raw: string[]
          state?: string
        }
        Update: {
          code?: string
          customer_id?: string | null
          import_id?: string
          n?: number
          raw?: string[]
          state?: string
        }
        Relationships: [
          {
            foreignKeyName: "import_rows_import_id_fkey"
            columns: ["import_id"]
            isOneToOne: false
            referencedRelation: "imports"
            referencedColumns: ["id"]
          },
        ]
      }
      imports: {
        Row: {
          changed_at: string
          company_id: string
          created_at: string
          file: string
          head: string[]
          id: string
          mapping: NonNullable<Json>
          state: string
          user_id: string
          who: string
        }
        Insert: {
          changed_at?: string
          company_id: string
          created_at?: string
          file: string
          head: string[]
          id?: string
          mapping?: NonNullable<Json>
          state?: string
          user_id: string
          who: string
        }
        Update: {
          changed_at?: string
          company_id?: string
          created_at?: string
          file?: string
          head?: string[]
          id?: string
          mapping?: NonNullable<Json>
          state?: string
          user_id?: string
          who?: string
        }
        Relationships: [
          {
            foreignKeyName: "imports_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
        ]
      }
      invitation_links: {
        Row: {
          created_at: string
          invitation_id: string
          secret_hash: string
        }
        Insert: {
          created_at?: string
          invitation_id: string
          secret_hash: string
        }
        Update: {
          created_at?: string
          invitation_id?: string
          secret_hash?: string
        }
        Relationships: [
          {
            foreignKeyName: "invitation_links_invitation_id_fkey"
            columns: ["invitation_id"]
            isOneToOne: false
            referencedRelation: "invitations"
            referencedColumns: ["id"]
          },
        ]
      }
      invitations: {
        Row: {
          accepted_at: string | null
          accepted_by: string | null
          company_id: string
          created_at: string
          email: string
          employee_id: string | null
          expires_at: string
          id: string
          invited_by: string
          role: Database["public"]["Enums"]["member_role"]
        }
        Insert: {
          accepted_at?: string | null
          accepted_by?: string | null
          company_id: string
          created_at?: string
          email: string
          employee_id?: string | null
          expires_at: string
          id?: string
          invited_by: string
          role: Database["public"]["Enums"]["member_role"]
        }
        Update: {
          accepted_at?: string | null
          accepted_by?: string | null
          company_id?: string
          created_at?: string
          email?: string
          employee_id?: string | null
          expires_at?: string
          id?: string
          invited_by?: string
          role?: Database["public"]["Enums"]["member_role"]
        }
        Relationships: [
          {
            foreignKeyName: "invitations_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "invitations_employee_id_fkey"
            columns: ["employee_id"]
            isOneToOne: false
            referencedRelation: "employees"
            referencedColumns: ["id"]
          },
        ]
      }
      invoice_lines: {
        Row: {
          invoice_id: string
          item_id: string | null
          kind: string
          net_cents: number
          position: number
          quantity: number
          text: string
          unit_cents: number
          vat_category: string
          vat_percent: number
        }
        Insert: {
          invoice_id: string
          item_id?: string | null
          kind: string
          net_cents: number
          position: number
          quantity: number
          text: string
          unit_cents: number
          vat_category: string
          vat_percent: number
        }
        Update: {
          invoice_id?: string
          item_id?: string | null
          kind?: string
          net_cents?: number
          position?: number
          quantity?: number
          text?: string
          unit_cents?: number
          vat_category?: string
          vat_percent?: number
        }
        Relationships: [
          {
            foreignKeyName: "invoice_lines_invoice_id_fkey"
            columns: ["invoice_id"]
            isOneToOne: false
            referencedRelation: "invoices"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "invoice_lines_item_id_fkey"
            columns: ["item_id"]
            isOneToOne: false
            referencedRelation: "commission_items"
            referencedColumns: ["id"]
          },
        ]
      }
      invoices: {
        Row: {
          buyer: NonNullable<Json>
          company_id: string
          created_at: string
          credit_cents: number
          due_cents: number
          due_on: string
          gross_cents: number
          id: string
          issued_on: string
          kind: Database["public"]["Enums"]["invoice_kind"]
          month: string
          net_cents: number
          number: string
          paid_at: string | null
          paid_cents: number
          pdf_path: string | null
          period_from: string
          period_to: string
          reason: string
          reverses: string | null
          seller: NonNullable<Json>
          series: string
          state: Database["public"]["Enums"]["invoice_state"]
          type: number
          vat: NonNullable<Json>
          vat_cents: number
          xml: string | null
          xml_sha256: string | null
        }
        Insert: {
          buyer: NonNullable<Json>
          company_id: string
          created_at: string
          credit_cents?: number
          due_cents: number
          due_on: string
          gross_cents: number
          id?: string
          issued_on: string
          kind: Database["public"]["Enums"]["invoice_kind"]
          month: string
          net_cents: number
          number: string
          paid_at?: string | null
          paid_cents?: number
          pdf_path?: string | null
          period_from: string
          period_to: string
          reason?: string
          reverses?: string | null
          seller: NonNullable<Json>
          series: string
          state?: Database["public"]["Enums"]["invoice_state"]
          type: number
          vat: NonNullable<Json>
          vat_cents: number
          xml?: string | null
          xml_sha256?: string | null
        }
        Update: {
          buyer?: NonNullable<Json>
          company_id?: string
          created_at?: string
          credit_cents?: number
          due_cents?: number
          due_on?: string
          gross_cents?: number
          id?: string
          issued_on?: string
          kind?: Database["public"]["Enums"]["invoice_kind"]
          month?: string
          net_cents?: number
          number?: string
          paid_at?: string | null
          paid_cents?: number
          pdf_path?: string | null
          period_from?: string
          period_to?: string
          reason?: string
          reverses?: string | null
          seller?: NonNullable<Json>
          series?: string
          state?: Database["public"]["Enums"]["invoice_state"]
          type?: number
          vat?: NonNullable<Json>
          vat_cents?: number
          xml?: string | null
          xml_sha256?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "invoices_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "invoices_reverses_fkey"
            columns: ["reverses"]
            isOneToOne: true
            referencedRelation: "invoices"
            referencedColumns: ["id"]
          },
        ]
      }
      kept_tax_data: {
        Row: {
          company_id: string
          gone_at: string
          imprint: NonNullable<Json>
          sums: NonNullable<Json>
          tax_data: NonNullable<Json>
        }
        Insert: {
          company_id: string
          gone_at: string
          imprint: NonNullable<Json>
          sums?: NonNullable<Json>
          tax_data: NonNullable<Json>
        }
        Update: {
          company_id?: string
          gone_at?: string
          imprint?: NonNullable<Json>
          sums?: NonNullable<Json>
          tax_data?: NonNullable<Json>
        }
        Relationships: []
      }
      location_hours: {
        Row: {
          created_at: string
          ends: string
          id: string
          location_id: string
          starts: string
          valid_from: string | null
          valid_to: string | null
          weekday: number
        }
        Insert: {
          created_at?: string
          ends: string
          id?: string
          location_id: string
          starts: string
          valid_from?: string | null
          valid_to?: string | null
          weekday: number
        }
        Update: {
          created_at?: string
          ends?: string
          id?: string
          location_id?: string
          starts?: string
          valid_from?: string | null
          valid_to?: string | null
          weekday?: number
        }
        Relationships: [
          {
            foreignKeyName: "location_hours_location_id_fkey"
            columns: ["location_id"]
            isOneToOne: false
            referencedRelation: "locations"
            referencedColumns: ["id"]
          },
        ]
      }
      location_images: {
        Row: {
          alt: string
          color: string
          crop_height: number | null
          crop_left: number | null
          crop_top: number | null
          crop_width: number | null
          height: number
          id: string
          location_id: string
          path: string
          position: number
          source_path: string | null
          width: number
        }
        Insert: {
          alt?: string
          color?: string
          crop_height?: number | null
          crop_left?: number | null
          crop_top?: number | null
          crop_width?: number | null
          height: number
          id?: string
          location_id: string
          path: string
          position?: number
          source_path?: string | null
          width: number
        }
        Update: {
          alt?: string
          color?: string
          crop_height?: number | null
          crop_left?: number | null
          crop_top?: number | null
          crop_width?: number | null
          height?: number
          id?: string
          location_id?: string
          path?: string
          position?: number
          source_path?: string | null
          width?: number
        }
        Relationships: [
          {
            foreignKeyName: "location_images_location_id_fkey"
            columns: ["location_id"]
            isOneToOne: false
            referencedRelation: "locations"
            referencedColumns: ["id"]
          },
        ]
      }
      location_slugs: {
        Row: {
          location_id: string
          slug: string
        }
        Insert: {
          location_id: string
          slug: string
        }
        Update: {
          location_id?: string
          slug?: string
        }
        Relationships: [
          {
            foreignKeyName: "location_slugs_location_id_fkey"
            columns: ["location_id"]
            isOneToOne: false
            referencedRelation: "locations"
            referencedColumns: ["id"]
          },
        ]
      }
      locations: {
        Row: {
          archived: boolean
          attributes: string[]
          cancellation_hours: number
          city: string
          city_id: number | null
          company_id: string
          confirms_by_hand: boolean
          created_at: string
          description: string
          district: string
          email: string
          grid_minutes: number
          hold_minutes: number
          horizon_days: number
          id: string
          latitude: number | null
          logo_path: string
          longitude: number | null
          move_notice: Database["public"]["Enums"]["move_notice"]
          name: string
          notice_minutes: number
          offer_holds: number
          phone: string
          postal_code: string
          published_at: string | null
          rating_average: number
          rating_count: number
          slug: string
          staff_absence: Database["public"]["Enums"]["staff_absence"]
          state: Database["public"]["Enums"]["location_state"]
          street: string
          time_zone: string
          updated_at: string
          waitlist: Database["public"]["Enums"]["waitlist_mode"]
          website: string
        }
        Insert: {
          archived?: boolean
          attributes?: string[]
          cancellation_hours?: number
          city?: string
          city_id?: number | null
          company_id: string
          confirms_by_hand?: boolean
          created_at?: string
          description?: string
          district?: string
          email?: string
          grid_minutes?: number
          hold_minutes?: number
          horizon_days?: number
          id?: string
          latitude?: number | null
          logo_path?: string
          longitude?: number | null
          move_notice?: Database["public"]["Enums"]["move_notice"]
          name: string
          notice_minutes?: number
          offer_holds?: number
          phone?: string
          postal_code?: string
          published_at?: string | null
          rating_average?: number
          rating_count?: number
          slug: string
          staff_absence?: Database["public"]["Enums"]["staff_absence"]
          state?: Database["public"]["Enums"]["location_state"]
          street?: string
          time_zone?: string
          updated_at?: string
          waitlist?: Database["public"]["Enums"]["waitlist_mode"]
          website?: string
        }
        Update: {
          archived?: boolean
          attributes?: string[]
          cancellation_hours?: number
          city?: string
          city_id?: number | null
          company_id?: string
          confirms_by_hand?: boolean
          created_at?: string
          description?: string
          district?: string
          email?: string
          grid_minutes?: number
          hold_minutes?: number
          horizon_days?: number
          id?: string
          latitude?: number | null
          logo_path?: string
          longitude?: number | null
          move_notice?: Database["public"]["Enums"]["move_notice"]
          name?: string
          notice_minutes?: number
          offer_holds?: number
          phone?: string
          postal_code?: string
          published_at?: string | null
          rating_average?: number
          rating_count?: number
          slug?: string
          staff_absence?: Database["public"]["Enums"]["staff_absence"]
          state?: Database["public"]["Enums"]["location_state"]
          street?: string
          time_zone?: string
          updated_at?: string
          waitlist?: Database["public"]["Enums"]["waitlist_mode"]
          website?: string
        }
        Relationships: [
          {
            foreignKeyName: "locations_city_id_fkey"
            columns: ["city_id"]
            isOneToOne: false
            referencedRelation: "cities"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "locations_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
        ]
      }
      member_events: {
        Row: {
          about_right: Database["public"]["Enums"]["member_right"] | null
          actor: string
          at: string
          company_id: string
          id: number
          new_role: Database["public"]["Enums"]["member_role"] | null
          old_role: Database["public"]["Enums"]["member_role"] | null
          subject: string
          verb: string
        }
        Insert: {
          about_right?: Database["public"]["Enums"]["member_right"] | null
          actor: string
          at: string
          company_id: string
          id?: never
          new_role?: Database["public"]["Enums"]["member_role"] | null
          old_role?: Database["public"]["Enums"]["member_role"] | null
          subject: string
          verb: string
        }
        Update: {
          about_right?: Database["public"]["Enums"]["member_right"] | null
          actor?: string
          at?: string
          company_id?: string
          id?: never
          new_role?: Database["public"]["Enums"]["member_role"] | null
          old_role?: Database["public"]["Enums"]["member_role"] | null
          subject?: string
          verb?: string
        }
        Relationships: [
          {
            foreignKeyName: "member_events_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
        ]
      }
      member_rights: {
        Row: {
          company_id: string
          granted: boolean
          name: Database["public"]["Enums"]["member_right"]
          user_id: string
        }
        Insert: {
          company_id: string
          granted: boolean
          name: Database["public"]["Enums"]["member_right"]
          user_id: string
        }
        Update: {
          company_id?: string
          granted?: boolean
          name?: Database["public"]["Enums"]["member_right"]
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "member_rights_company_id_user_id_fkey"
            columns: ["company_id", "user_id"]
            isOneToOne: false
            referencedRelation: "members"
            referencedColumns: ["company_id", "user_id"]
          },
        ]
      }
      members: {
        Row: {
          company_id: string
          created_at: string
          role: Database["public"]["Enums"]["member_role"]
          user_id: string
        }
        Insert: {
          company_id: string
          created_at?: string
          role: Database["public"]["Enums"]["member_role"]
          user_id: string
        }
        Update: {
          company_id?: string
          created_at?: string
          role?: Database["public"]["Enums"]["member_role"]
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "members_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
        ]
      }
      messages: {
        Row: {
          appointment_id: string | null
          attempts: number
          audience: Database["public"]["Enums"]["actor_kind"]
          channel: string
          company_id: string | null
          cost_cents: number | null
          created_at: string
          customer_id: string | null
          dedupe_key: string | null
          delivered_at: string | null
          expires_at: string | null
          handed_over_at: string | null
          id: string
          kind: string
          last_error: string
          next_attempt_at: string
          parent_id: string | null
          payload: NonNullable<Json>
          priority: number
          provider: string | null
          provider_id: string | null
          purpose: Database["public"]["Enums"]["message_purpose"]
          recipient: string
          rule_id: string | null
          segments: number | null
          sent_at: string | null
          settled_at: string | null
          state: Database["public"]["Enums"]["message_state"]
          user_id: string | null
        }
        Insert: {
          appointment_id?: string | null
          attempts?: number
          audience: Database["public"]["Enums"]["actor_kind"]
          channel?: string
          company_id?: string | null
          cost_cents?: number | null
          created_at?: string
          customer_id?: string | null
          dedupe_key?: string | null
          delivered_at?: string | null
          expires_at?: string | null
          handed_over_at?: string | null
          id?: string
          kind: string
          last_error?: string
          next_attempt_at?: string
          parent_id?: string | null
          payload?: NonNullable<Json>
          priority?: number
          provider?: string | null
          provider_id?: string | null
          purpose?: Database["public"]["Enums"]["message_purpose"]
          recipient: string
          rule_id?: string | null
          segments?: number | null
          sent_at?: string | null
          settled_at?: string | null
          state?: Database["public"]["Enums"]["message_state"]
          user_id?: string | null
        }
        Update: {
          appointment_id?: string | null
          attempts?: number
          audience?: Database["public"]["Enums"]["actor_kind"]
          channel?: string
          company_id?: string | null
          cost_cents?: number | null
          created_at?: string
          customer_id?: string | null
          dedupe_key?: string | null
          delivered_at?: string | null
          expires_at?: string | null
          handed_over_at?: string | null
          id?: string
          kind?: string
          last_error?: string
          next_attempt_at?: string
          parent_id?: string | null
          payload?: NonNullable<Json>
          priority?: number
          provider?: string | null
          provider_id?: string | null
          purpose?: Database["public"]["Enums"]["message_purpose"]
          recipient?: string
          rule_id?: string | null
          segments?: number | null
          sent_at?: string | null
          settled_at?: string | null
          state?: Database["public"]["Enums"]["message_state"]
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "messages_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: false
            referencedRelation: "appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "messages_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: false
            referencedRelation: "shown_appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "messages_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "messages_copy_fkey"
            columns: ["company_id", "user_id"]
            isOneToOne: false
            referencedRelation: "members"
            referencedColumns: ["company_id", "user_id"]
          },
          {
            foreignKeyName: "messages_customer_id_fkey"
            columns: ["customer_id"]
            isOneToOne: false
            referencedRelation: "customers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "messages_customer_id_fkey"
            columns: ["customer_id"]
            isOneToOne: false
            referencedRelation: "shown_customers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "messages_parent_id_fkey"
            columns: ["parent_id"]
            isOneToOne: false
            referencedRelation: "messages"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "messages_parent_id_fkey"
            columns: ["parent_id"]
            isOneToOne: false
            referencedRelation: "shown_messages"
            referencedColumns: ["id"]
          },
        ]
      }
      money_alerts: {
        Row: {
          at: string
          checked_at: string | null
          detail: NonNullable<Json>
          id: number
          key: string
          kind: string
          payment_id: string | null
          seen_at: string | null
        }
        Insert: {
          at: string
          checked_at?: string | null
          detail?: NonNullable<Json>
          id?: never
          key: string
          kind: string
          payment_id?: string | null
          seen_at?: string | null
        }
        Update: {
          at?: string
          checked_at?: string | null
          detail?: NonNullable<Json>
          id?: never
          key?: string
          kind?: string
          payment_id?: string | null
          seen_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "money_alerts_payment_id_fkey"
            columns: ["payment_id"]
            isOneToOne: false
            referencedRelation: "payments"
            referencedColumns: ["id"]
          },
        ]
      }
      money_events: {
        Row: {
          actor: string | null
          at: string
          book: string
          company_id: string
          id: number
          idempotency_key: string
          verb: string
          xid: unknown
        }
        Insert: {
          actor?: string | null
          at?: string
          book: string
          company_id: string
          id?: never
          idempotency_key: string
          verb: string
          xid?: unknown
        }
        Update: {
          actor?: string | null
          at?: string
          book?: string
          company_id?: string
          id?: never
          idempotency_key?: string
          verb?: string
          xid?: unknown
        }
        Relationships: [
          {
            foreignKeyName: "money_events_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
        ]
      }
      money_transfers: {
        Row: {
          amount_cents: number
          credit: Database["public"]["Enums"]["money_account"]
          debit: Database["public"]["Enums"]["money_account"]
          event_id: number
          invoice_id: string | null
          payment_id: string | null
          position: number
        }
        Insert: {
          amount_cents: number
          credit: Database["public"]["Enums"]["money_account"]
          debit: Database["public"]["Enums"]["money_account"]
          event_id: number
          invoice_id?: string | null
          payment_id?: string | null
          position: number
        }
        Update: {
          amount_cents?: number
          credit?: Database["public"]["Enums"]["money_account"]
          debit?: Database["public"]["Enums"]["money_account"]
          event_id?: number
          invoice_id?: string | null
          payment_id?: string | null
          position?: number
        }
        Relationships: [
          {
            foreignKeyName: "money_transfers_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "money_events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "money_transfers_invoice_id_fkey"
            columns: ["invoice_id"]
            isOneToOne: false
            referencedRelation: "invoices"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "money_transfers_payment_id_fkey"
            columns: ["payment_id"]
            isOneToOne: false
            referencedRelation: "payments"
            referencedColumns: ["id"]
          },
        ]
      }
      notice_choices: {
        Row: {
          company_id: string
          scope: Database["public"]["Enums"]["notice_scope"]
          topic: Database["public"]["Enums"]["notice_topic"]
          user_id: string
        }
        Insert: {
          company_id: string
          scope: Database["public"]["Enums"]["notice_scope"]
          topic: Database["public"]["Enums"]["notice_topic"]
          user_id: string
        }
        Update: {
          company_id?: string
          scope?: Database["public"]["Enums"]["notice_scope"]
          topic?: Database["public"]["Enums"]["notice_topic"]
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "notice_choices_company_id_user_id_fkey"
            columns: ["company_id", "user_id"]
            isOneToOne: false
            referencedRelation: "members"
            referencedColumns: ["company_id", "user_id"]
          },
        ]
      }
      number_series: {
        Row: {
          name: string
          next: number
        }
        Insert: {
          name: string
          next?: number
        }
        Update: {
          name?: string
          next?: number
        }
        Relationships: []
      }
      occupancies: {
        Row: {
          expires_at: string | null
          kind: "line" | "block" | "event"
          minutes: unknown
          position: number
          source: string
          subject: string
        }
        Insert: {
          expires_at?: string | null
          kind: "line" | "block" | "event"
          minutes: unknown
          position: number
          source: string
          subject: string
        }
        Update: {
          expires_at?: string | null
          kind?: "line" | "block" | "event"
          minutes?: unknown
          position?: number
          source?: string
          subject?: string
        }
        Relationships: []
      }
      offer_rules: {
        Row: {
          active: boolean
          checked_at: string | null
          created_at: string
          created_by: string | null
          discount_percent: number
          from_minute: number
          horizon_hours: number
          id: string
          location_id: string
          min_gap_minutes: number
          new_customers: boolean
          per_day: number
          service_ids: string[]
          text: string
          to_minute: number
        }
        Insert: {
          active?: boolean
          checked_at?: string | null
          created_at?: string
          created_by?: string | null
          discount_percent?: number
          from_minute?: number
          horizon_hours: number
          id?: string
          location_id: string
          min_gap_minutes?: number
          new_customers?: boolean
          per_day: number
          service_ids: string[]
          text?: string
          to_minute?: number
        }
        Update: {
          active?: boolean
          checked_at?: string | null
          created_at?: string
          created_by?: string | null
          discount_percent?: number
          from_minute?: number
          horizon_hours?: number
          id?: string
          location_id?: string
          min_gap_minutes?: number
          new_customers?: boolean
          per_day?: number
          service_ids?: string[]
          text?: string
          to_minute?: number
        }
        Relationships: [
          {
            foreignKeyName: "offer_rules_location_id_fkey"
            columns: ["location_id"]
            isOneToOne: false
            referencedRelation: "locations"
            referencedColumns: ["id"]
          },
        ]
      }
      offer_starts: {
        Row: {
          employee_id: string
          ends_at: string
          hold_id: string | null
          offer_id: string
          outside: boolean
          position: number
          starts_at: string
        }
        Insert: {
          employee_id: string
          ends_at: string
          hold_id?: string | null
          offer_id: string
          outside?: boolean
          position: number
          starts_at: string
        }
        Update: {
          employee_id?: string
          ends_at?: string
          hold_id?: string | null
          offer_id?: string
          outside?: boolean
          position?: number
          starts_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "offer_starts_employee_id_fkey"
            columns: ["employee_id"]
            isOneToOne: false
            referencedRelation: "employees"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "offer_starts_hold_id_fkey"
            columns: ["hold_id"]
            isOneToOne: false
            referencedRelation: "holds"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "offer_starts_offer_id_fkey"
            columns: ["offer_id"]
            isOneToOne: false
            referencedRelation: "offers"
            referencedColumns: ["id"]
          },
        ]
      }
      offer_templates: {
        Row: {
          company_id: string
          created_at: string
          id: string
          name: string
          text: string
        }
        Insert: {
          company_id: string
          created_at?: string
          id?: string
          name: string
          text: string
        }
        Update: {
          company_id?: string
          created_at?: string
          id?: string
          name?: string
          text?: string
        }
        Relationships: [
          {
            foreignKeyName: "offer_templates_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
        ]
      }
      offers: {
        Row: {
          appointment_id: string | null
          company_id: string
          decided_at: string | null
          employee_ids: string[]
          expires_at: string
          id: string
          idempotency_key: string | null
          location_id: string
          order_id: string
          origin: Database["public"]["Enums"]["offer_origin"]
          price_cents: number
          reason: string
          reference_cents: number | null
          rule_id: string | null
          seen_at: string | null
          sent_at: string
          sent_by: string | null
          service_ids: string[]
          state: Database["public"]["Enums"]["offer_state"]
          text_masked: string
        }
        Insert: {
          appointment_id?: string | null
          company_id: string
          decided_at?: string | null
          employee_ids: string[]
          expires_at: string
          id?: string
          idempotency_key?: string | null
          location_id: string
          order_id: string
          origin?: Database["public"]["Enums"]["offer_origin"]
          price_cents: number
          reason?: string
          reference_cents?: number | null
          rule_id?: string | null
          seen_at?: string | null
          sent_at?: string
          sent_by?: string | null
          service_ids: string[]
          state?: Database["public"]["Enums"]["offer_state"]
          text_masked?: string
        }
        Update: {
          appointment_id?: string | null
          company_id?: string
          decided_at?: string | null
          employee_ids?: string[]
          expires_at?: string
          id?: string
          idempotency_key?: string | null
          location_id?: string
          order_id?: string
          origin?: Database["public"]["Enums"]["offer_origin"]
          price_cents?: number
          reason?: string
          reference_cents?: number | null
          rule_id?: string | null
          seen_at?: string | null
          sent_at?: string
          sent_by?: string | null
          service_ids?: string[]
          state?: Database["public"]["Enums"]["offer_state"]
          text_masked?: string
        }
        Relationships: [
          {
            foreignKeyName: "offers_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: false
            referencedRelation: "appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "offers_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: false
            referencedRelation: "shown_appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "offers_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "offers_location_id_fkey"
            columns: ["location_id"]
            isOneToOne: false
            referencedRelation: "locations"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "offers_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "search_orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "offers_rule_id_fkey"
            columns: ["rule_id"]
            isOneToOne: false
            referencedRelation: "offer_rules"
            referencedColumns: ["id"]
          },
        ]
      }
      order_blocks: {
        Row: {
          by_customer: boolean
          company_id: string
          contact_hash: string
          created_at: string
          id: string
          label: string
        }
        Insert: {
          by_customer: boolean
          company_id: string
          contact_hash: string
          created_at?: string
          id?: string
          label?: string
        }
        Update: {
          by_customer?: boolean
          company_id?: string
          contact_hash?: string
          created_at?: string
          id?: string
          label?: string
        }
        Relationships: [
          {
            foreignKeyName: "order_blocks_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
        ]
      }
      order_messages: {
        Row: {
          by_customer: boolean
          created_at: string
          id: string
          location_id: string
          member_id: string | null
          order_id: string
          seen_at: string | null
          settled_at: string | null
          text: string
        }
        Insert: {
          by_customer: boolean
          created_at?: string
          id?: string
          location_id: string
          member_id?: string | null
          order_id: string
          seen_at?: string | null
          settled_at?: string | null
          text: string
        }
        Update: {
          by_customer?: boolean
          created_at?: string
          id?: string
          location_id?: string
          member_id?: string | null
          order_id?: string
          seen_at?: string | null
          settled_at?: string | null
          text?: string
        }
        Relationships: [
          {
            foreignKeyName: "order_messages_location_id_fkey"
            columns: ["location_id"]
            isOneToOne: false
            referencedRelation: "locations"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_messages_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "search_orders"
            referencedColumns: ["id"]
          },
        ]
      }
      order_notice_choices: {
        Row: {
          company_id: string
          pace: Database["public"]["Enums"]["notice_pace"]
          user_id: string
        }
        Insert: {
          company_id: string
          pace: Database["public"]["Enums"]["notice_pace"]
          user_id: string
        }
        Update: {
          company_id?: string
          pace?: Database["public"]["Enums"]["notice_pace"]
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "order_notice_choices_company_id_user_id_fkey"
            columns: ["company_id", "user_id"]
            isOneToOne: true
            referencedRelation: "members"
            referencedColumns: ["company_id", "user_id"]
          },
        ]
      }
      order_notices: {
        Row: {
          dismissed_at: string | null
          location_id: string
          notified_at: string | null
          order_id: string
          seen_at: string | null
          wave: number | null
        }
        Insert: {
          dismissed_at?: string | null
          location_id: string
          notified_at?: string | null
          order_id: string
          seen_at?: string | null
          wave?: number | null
        }
        Update: {
          dismissed_at?: string | null
          location_id?: string
          notified_at?: string | null
          order_id?: string
          seen_at?: string | null
          wave?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "order_notices_location_id_fkey"
            columns: ["location_id"]
            isOneToOne: false
            referencedRelation: "locations"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_notices_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "search_orders"
            referencedColumns: ["id"]
          },
        ]
      }
      package_services: {
        Row: {
          location_id: string
          package_id: string
          position: number
          service_id: string
        }
        Insert: {
          location_id: string
          package_id: string
          position: number
          service_id: string
        }
        Update: {
          location_id?: string
          package_id?: string
          position?: number
          service_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "package_services_location_id_fkey"
            columns: ["location_id"]
            isOneToOne: false
            referencedRelation: "locations"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "package_services_package_id_location_id_fkey"
            columns: ["package_id", "location_id"]
            isOneToOne: false
            referencedRelation: "packages"
            referencedColumns: ["id", "location_id"]
          },
          {
            foreignKeyName: "package_services_service_id_location_id_fkey"
            columns: ["service_id", "location_id"]
            isOneToOne: false
            referencedRelation: "services"
            referencedColumns: ["id", "location_id"]
          },
        ]
      }
      packages: {
        Row: {
          active: boolean
          created_at: string
          description: string
          id: string
          location_id: string
          name: string
          price_cents: number
          updated_at: string
        }
        Insert: {
          active?: boolean
          created_at?: string
          description?: string
          id?: string
          location_id: string
          name: string
          price_cents: number
          updated_at?: string
        }
        Update: {
          active?: boolean
          created_at?: string
          description?: string
          id?: string
          location_id?: string
          name?: string
          price_cents?: number
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "packages_location_id_fkey"
            columns: ["location_id"]
            isOneToOne: false
            referencedRelation: "locations"
            referencedColumns: ["id"]
          },
        ]
      }
      payment_accounts: {
        Row: {
          company_id: string
          created_at: string
          id: string
          provider: string
          ref: string
          requirements: string[]
          state: Database["public"]["Enums"]["payment_account_state"]
          sync_at: string | null
          synced_until: string | null
          test: boolean
        }
        Insert: {
          company_id: string
          created_at?: string
          id?: string
          provider: string
          ref?: string
          requirements?: string[]
          state?: Database["public"]["Enums"]["payment_account_state"]
          sync_at?: string | null
          synced_until?: string | null
          test: boolean
        }
        Update: {
          company_id?: string
          created_at?: string
          id?: string
          provider?: string
          ref?: string
          requirements?: string[]
          state?: Database["public"]["Enums"]["payment_account_state"]
          sync_at?: string | null
          synced_until?: string | null
          test?: boolean
        }
        Relationships: [
          {
            foreignKeyName: "payment_accounts_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
        ]
      }
      payment_commands: {
        Row: {
          attempts: number
          created_at: string
          ended_at: string | null
          id: string
          kind: string
          last_error: string
          lease: string | null
          lease_until: string | null
          next_attempt_at: string
          payment_id: string
          refund_id: string | null
          state: string
        }
        Insert: {
          attempts?: number
          created_at: string
          ended_at?: string | null
          id?: string
          kind: string
          last_error?: string
          lease?: string | null
          lease_until?: string | null
          next_attempt_at: string
          payment_id: string
          refund_id?: string | null
          state?: string
        }
        Update: {
          attempts?: number
          created_at?: string
          ended_at?: string | null
          id?: string
          kind?: string
          last_error?: string
          lease?: string | null
          lease_until?: string | null
          next_attempt_at?: string
          payment_id?: string
          refund_id?: string | null
          state?: string
        }
        Relationships: [
          {
            foreignKeyName: "payment_commands_payment_id_fkey"
            columns: ["payment_id"]
            isOneToOne: false
            referencedRelation: "payments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "payment_commands_refund_id_fkey"
            columns: ["refund_id"]
            isOneToOne: false
            referencedRelation: "refunds"
            referencedColumns: ["id"]
          },
        ]
      }
      payment_rules: {
        Row: {
          cents: number | null
          created_at: string
          id: string
          keeps_on_no_show: boolean
          late_percent: number | null
          location_id: string
          mode: string
          percent: number | null
          service_id: string | null
          updated_at: string
        }
        Insert: {
          cents?: number | null
          created_at?: string
          id?: string
          keeps_on_no_show?: boolean
          late_percent?: number | null
          location_id: string
          mode: string
          percent?: number | null
          service_id?: string | null
          updated_at?: string
        }
        Update: {
          cents?: number | null
          created_at?: string
          id?: string
          keeps_on_no_show?: boolean
          late_percent?: number | null
          location_id?: string
          mode?: string
          percent?: number | null
          service_id?: string | null
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "payment_rules_location_id_fkey"
            columns: ["location_id"]
            isOneToOne: false
            referencedRelation: "locations"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "payment_rules_service_id_location_id_fkey"
            columns: ["service_id", "location_id"]
            isOneToOne: false
            referencedRelation: "services"
            referencedColumns: ["id", "location_id"]
          },
        ]
      }
      payments: {
        Row: {
          amount_cents: number
          appointment_id: string | null
          captured_cents: number
          company_id: string
          created_at: string
          description: string
          disputed_cents: number
          id: string
          intent_ref: string
          kind: string
          location_id: string | null
          paid_at: string | null
          provider: string
          read_at: string | null
          ref: string
          refunded_cents: number
          refunding_cents: number
          settled_at: string | null
          state: Database["public"]["Enums"]["payment_state"]
          test: boolean
        }
        Insert: {
          amount_cents: number
          appointment_id?: string | null
          captured_cents?: number
          company_id: string
          created_at?: string
          description: string
          disputed_cents?: number
          id?: string
          intent_ref?: string
          kind: string
          location_id?: string | null
          paid_at?: string | null
          provider: string
          read_at?: string | null
          ref?: string
          refunded_cents?: number
          refunding_cents?: number
          settled_at?: string | null
          state?: Database["public"]["Enums"]["payment_state"]
          test: boolean
        }
        Update: {
          amount_cents?: number
          appointment_id?: string | null
          captured_cents?: number
          company_id?: string
          created_at?: string
          description?: string
          disputed_cents?: number
          id?: string
          intent_ref?: string
          kind?: string
          location_id?: string | null
          paid_at?: string | null
          provider?: string
          read_at?: string | null
          ref?: string
          refunded_cents?: number
          refunding_cents?: number
          settled_at?: string | null
          state?: Database["public"]["Enums"]["payment_state"]
          test?: boolean
        }
        Relationships: [
          {
            foreignKeyName: "payments_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: false
            referencedRelation: "appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "payments_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: false
            referencedRelation: "shown_appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "payments_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "payments_location_id_fkey"
            columns: ["location_id"]
            isOneToOne: false
            referencedRelation: "locations"
            referencedColumns: ["id"]
          },
        ]
      }
      payout_items: {
        Row: {
          amount_cents: number
          fee_cents: number
          kind: string
          payment_id: string | null
          payout_id: string
          position: number
          ref: string
        }
        Insert: {
          amount_cents: number
          fee_cents: number
          kind: string
          payment_id?: string | null
          payout_id: string
          position: number
          ref: string
        }
        Update: {
          amount_cents?: number
          fee_cents?: number
          kind?: string
          payment_id?: string | null
          payout_id?: string
          position?: number
          ref?: string
        }
        Relationships: [
          {
            foreignKeyName: "payout_items_payment_id_fkey"
            columns: ["payment_id"]
            isOneToOne: false
            referencedRelation: "payments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "payout_items_payout_id_fkey"
            columns: ["payout_id"]
            isOneToOne: false
            referencedRelation: "payouts"
            referencedColumns: ["id"]
          },
        ]
      }
      payouts: {
        Row: {
          amount_cents: number
          arrives_on: string
          company_id: string
          created_at: string
          event_id: number | null
          id: string
          other_cents: number | null
          provider: string
          ref: string
          returned_event_id: number | null
          state: string
          test: boolean
        }
        Insert: {
          amount_cents: number
          arrives_on: string
          company_id: string
          created_at: string
          event_id?: number | null
          id?: string
          other_cents?: number | null
          provider: string
          ref: string
          returned_event_id?: number | null
          state: string
          test: boolean
        }
        Update: {
          amount_cents?: number
          arrives_on?: string
          company_id?: string
          created_at?: string
          event_id?: number | null
          id?: string
          other_cents?: number | null
          provider?: string
          ref?: string
          returned_event_id?: number | null
          state?: string
          test?: boolean
        }
        Relationships: [
          {
            foreignKeyName: "payouts_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "payouts_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "money_events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "payouts_returned_event_id_fkey"
            columns: ["returned_event_id"]
            isOneToOne: false
            referencedRelation: "money_events"
            referencedColumns: ["id"]
          },
        ]
      }
      postal_codes: {
        Row: {
          city_id: number
          code: string
          latitude: number
          longitude: number
          name: string
        }
        Insert: {
          city_id: number
          code: string
          latitude: number
          longitude: number
          name: string
        }
        Update: {
          city_id?: number
          code?: string
          latitude?: number
          longitude?: number
          name?: string
        }
        Relationships: [
          {
            foreignKeyName: "postal_codes_city_id_fkey"
            columns: ["city_id"]
            isOneToOne: false
            referencedRelation: "cities"
            referencedColumns: ["id"]
          },
        ]
      }
      price_lists: {
        Row: {
          commission_cap_cents: number
          commission_percent: number
          free_people: number
          person_cents: number
          reward_cents: number
          team_cents: number
          valid_from: string
          vat_percent: number
        }
        Insert: {
          commission_cap_cents: number
          commission_percent: number
          free_people: number
          person_cents: number
          reward_cents: number
          team_cents: number
          valid_from: string
          vat_percent: number
        }
        Update: {
          commission_cap_cents?: number
          commission_percent?: number
          free_people?: number
          person_cents?: number
          reward_cents?: number
          team_cents?: number
          valid_from?: string
          vat_percent?: number
        }
        Relationships: []
      }
      profiles: {
        Row: {
          created_at: string
          id: string
          name: string
          phone: string
          updated_at: string
        }
        Insert: {
          created_at?: string
          id: string
          name?: string
          phone?: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          id?: string
          name?: string
          phone?: string
          updated_at?: string
        }
        Relationships: []
      }
      provider_events: {
        Row: {
          event_id: string
          id: number
          kind: string
          payment_id: string | null
          provider: string
          received_at: string
          ref: string
        }
        Insert: {
          event_id: string
          id?: never
          kind: string
          payment_id?: string | null
          provider: string
          received_at: string
          ref?: string
        }
        Update: {
          event_id?: string
          id?: never
          kind?: string
          payment_id?: string | null
          provider?: string
          received_at?: string
          ref?: string
        }
        Relationships: [
          {
            foreignKeyName: "provider_events_payment_id_fkey"
            columns: ["payment_id"]
            isOneToOne: false
            referencedRelation: "payments"
            referencedColumns: ["id"]
          },
        ]
      }
      public_holidays: {
        Row: {
          date: string
          name: string
          state_code: string
        }
        Insert: {
          date: string
          name: string
          state_code: string
        }
        Update: {
          date?: string
          name?: string
          state_code?: string
        }
        Relationships: [
          {
            foreignKeyName: "public_holidays_state_code_fkey"
            columns: ["state_code"]
            isOneToOne: false
            referencedRelation: "federal_states"
            referencedColumns: ["code"]
          },
        ]
      }
      ranking_weights: {
        Row: {
          component: string
          context: string
          description: string
          name: string
          position: number
          weight: number
        }
        Insert: {
          component: string
          context?: string
          description: string
          name: string
          position: number
          weight: number
        }
        Update: {
          component?: string
          context?: string
          description?: string
          name?: string
          position?: number
          weight?: number
        }
        Relationships: []
      }
      refunds: {
        Row: {
          amount_cents: number
          asked_by: string | null
          created_at: string
          ended_at: string | null
          id: string
          idempotency_key: string | null
          note: string
          payment_id: string
          reason: string
          state: Database["public"]["Enums"]["refund_state"]
        }
        Insert: {
          amount_cents: number
          asked_by?: string | null
          created_at?: string
          ended_at?: string | null
          id?: string
          idempotency_key?: string | null
          note?: string
          payment_id: string
          reason: string
          state?: Database["public"]["Enums"]["refund_state"]
        }
        Update: {
          amount_cents?: number
          asked_by?: string | null
          created_at?: string
          ended_at?: string | null
          id?: string
          idempotency_key?: string | null
          note?: string
          payment_id?: string
          reason?: string
          state?: Database["public"]["Enums"]["refund_state"]
        }
        Relationships: [
          {
            foreignKeyName: "refunds_payment_id_fkey"
            columns: ["payment_id"]
            isOneToOne: false
            referencedRelation: "payments"
            referencedColumns: ["id"]
          },
        ]
      }
      relatives: {
        Row: {
          birth_year: number | null
          created_at: string
          id: string
          name: string
          user_id: string
        }
        Insert: {
          birth_year?: number | null
          created_at?: string
          id?: string
          name: string
          user_id: string
        }
        Update: {
          birth_year?: number | null
          created_at?: string
          id?: string
          name?: string
          user_id?: string
        }
        Relationships: []
      }
      resources: {
        Row: {
          active: boolean
          created_at: string
          id: string
          kind: string
          location_id: string
          name: string
          position: number
          updated_at: string
        }
        Insert: {
          active?: boolean
          created_at?: string
          id?: string
          kind: string
          location_id: string
          name: string
          position?: number
          updated_at?: string
        }
        Update: {
          active?: boolean
          created_at?: string
          id?: string
          kind?: string
          location_id?: string
          name?: string
          position?: number
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "resources_location_id_fkey"
            columns: ["location_id"]
            isOneToOne: false
            referencedRelation: "locations"
            referencedColumns: ["id"]
          },
        ]
      }
      retention_rules: {
        Row: {
          fate: string
          from_end_of_year: boolean
          how_long: string
          job: string | null
          name: string
          period: string | null
          position: number
          tables: string[]
          what: string
          why: string
        }
        Insert: {
          fate: string
          from_end_of_year?: boolean
          how_long: string
          job?: string | null
          name: string
          period?: string | null
          position: number
          tables: string[]
          what: string
          why: string
        }
        Update: {
          fate?: string
          from_end_of_year?: boolean
          how_long?: string
          job?: string | null
          name?: string
          period?: string | null
          position?: number
          tables?: string[]
          what?: string
          why?: string
        }
        Relationships: []
      }
      reviews: {
        Row: {
          additions: NonNullable<Json>
          again: boolean | null
          appointment_id: string
          as_priced: boolean | null
          author: string
          clean: boolean | null
          created_at: string
          edited_at: string | null
          employee_id: string | null
          hold_reason: string | null
          id: string
          location_id: string
          punctual: boolean | null
          rating: number
          removed_reason: string | null
          replied_at: string | null
          reply: string
          services: string
          state: Database["public"]["Enums"]["review_state"]
          text: string
          version: number
        }
        Insert: {
          additions?: NonNullable<Json>
          again?: boolean | null
          appointment_id: string
          as_priced?: boolean | null
          author: string
          clean?: boolean | null
          created_at?: string
          edited_at?: string | null
          employee_id?: string | null
          hold_reason?: string | null
          id?: string
          location_id: string
          punctual?: boolean | null
          rating: number
          removed_reason?: string | null
          replied_at?: string | null
          reply?: string
          services?: string
          state?: Database["public"]["Enums"]["review_state"]
          text?: string
          version?: number
        }
        Update: {
          additions?: NonNullable<Json>
          again?: boolean | null
          appointment_id?: string
          as_priced?: boolean | null
          author?: string
          clean?: boolean | null
          created_at?: string
          edited_at?: string | null
          employee_id?: string | null
          hold_reason?: string | null
          id?: string
          location_id?: string
          punctual?: boolean | null
          rating?: number
          removed_reason?: string | null
          replied_at?: string | null
          reply?: string
          services?: string
          state?: Database["public"]["Enums"]["review_state"]
          text?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "reviews_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: true
            referencedRelation: "appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "reviews_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: true
            referencedRelation: "shown_appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "reviews_employee_id_fkey"
            columns: ["employee_id"]
            isOneToOne: false
            referencedRelation: "employees"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "reviews_location_id_fkey"
            columns: ["location_id"]
            isOneToOne: false
            referencedRelation: "locations"
            referencedColumns: ["id"]
          },
        ]
      }
      saved_views: {
        Row: {
          company_id: string
          created_at: string
          id: string
          is_default: boolean
          list: string
          name: string
          query: string
          user_id: string
        }
        Insert: {
          company_id: string
          created_at?: string
          id?: string
          is_default?: boolean
          list: string
          name: string
          query: string
          user_id: string
        }
        Update: {
          company_id?: string
          created_at?: string
          id?: string
          is_default?: boolean
          list?: string
          name?: string
          query?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "saved_views_company_id_user_id_fkey"
            columns: ["company_id", "user_id"]
            isOneToOne: false
            referencedRelation: "members"
            referencedColumns: ["company_id", "user_id"]
          },
        ]
      }
      search_order_images: {
        Row: {
          added_at: string
          bytes: number
          file_path: string
          height: number
          id: string
          order_id: string
          stored: boolean
          width: number
        }
        Insert: {
          added_at: string
          bytes: number
          file_path: string
          height: number
          id?: string
          order_id: string
          stored?: boolean
          width: number
        }
        Update: {
          added_at?: string
          bytes?: number
          file_path?: string
          height?: number
          id?: string
          order_id?: string
          stored?: boolean
          width?: number
        }
        Relationships: [
          {
            foreignKeyName: "search_order_images_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "search_orders"
            referencedColumns: ["id"]
          },
        ]
      }
      search_order_links: {
        Row: {
          expires_at: string
          order_id: string
          scope: Database["public"]["Enums"]["order_scope"]
          secret_hash: string
        }
        Insert: {
          expires_at: string
          order_id: string
          scope: Database["public"]["Enums"]["order_scope"]
          secret_hash: string
        }
        Update: {
          expires_at?: string
          order_id?: string
          scope?: Database["public"]["Enums"]["order_scope"]
          secret_hash?: string
        }
        Relationships: [
          {
            foreignKeyName: "search_order_links_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "search_orders"
            referencedColumns: ["id"]
          },
        ]
      }
      search_orders: {
        Row: {
          area: unknown
          budget_cents: number | null
          category_id: number | null
          city_id: number | null
          closed_at: string | null
          closed_reason: string
          confirmed_at: string | null
          contact_email: string
          contact_hash: string | null
          contact_name: string
          contact_phone: string
          created_at: string
          district: string
          employee_id: string | null
          emptied_at: string | null
          expires_at: string
          extended: number
          for_name: string
          health_consent_at: string | null
          id: string
          kind: Database["public"]["Enums"]["wish_kind"]
          latitude: number | null
          location_id: string | null
          longitude: number | null
          next_check_at: string | null
          persons: number
          place_label: string
          radius_km: number
          replaces_appointment: string | null
          rounds_missed: number
          service_ids: string[] | null
          short_notice: boolean
          snoozed_until: string | null
          state: Database["public"]["Enums"]["order_state"]
          submitted_at: string | null
          text: string
          title: string
          told_at: string | null
          told_starts: string[]
          user_id: string | null
          version: number
          wanted: unknown
          windows: NonNullable<Json>
        }
        Insert: {
          area?: unknown
          budget_cents?: number | null
          category_id?: number | null
          city_id?: number | null
          closed_at?: string | null
          closed_reason?: string
          confirmed_at?: string | null
          contact_email?: string
          contact_hash?: string | null
          contact_name?: string
          contact_phone?: string
          created_at?: string
          district?: string
          employee_id?: string | null
          emptied_at?: string | null
          expires_at: string
          extended?: number
          for_name?: string
          health_consent_at?: string | null
          id?: string
          kind?: Database["public"]["Enums"]["wish_kind"]
          latitude?: number | null
          location_id?: string | null
          longitude?: number | null
          next_check_at?: string | null
          persons?: number
          place_label?: string
          radius_km?: number
          replaces_appointment?: string | null
          rounds_missed?: number
          service_ids?: string[] | null
          short_notice?: boolean
          snoozed_until?: string | null
          state?: Database["public"]["Enums"]["order_state"]
          submitted_at?: string | null
          text?: string
          title?: string
          told_at?: string | null
          told_starts?: string[]
          user_id?: string | null
          version?: number
          wanted?: unknown
          windows?: NonNullable<Json>
        }
        Update: {
          area?: unknown
          budget_cents?: number | null
          category_id?: number | null
          city_id?: number | null
          closed_at?: string | null
          closed_reason?: string
          confirmed_at?: string | null
          contact_email?: string
          contact_hash?: string | null
          contact_name?: string
          contact_phone?: string
          created_at?: string
          district?: string
          employee_id?: string | null
          emptied_at?: string | null
          expires_at?: string
          extended?: number
          for_name?: string
          health_consent_at?: string | null
          id?: string
          kind?: Database["public"]["Enums"]["wish_kind"]
          latitude?: number | null
          location_id?: string | null
          longitude?: number | null
          next_check_at?: string | null
          persons?: number
          place_label?: string
          radius_km?: number
          replaces_appointment?: string | null
          rounds_missed?: number
          service_ids?: string[] | null
          short_notice?: boolean
          snoozed_until?: string | null
          state?: Database["public"]["Enums"]["order_state"]
          submitted_at?: string | null
          text?: string
          title?: string
          told_at?: string | null
          told_starts?: string[]
          user_id?: string | null
          version?: number
          wanted?: unknown
          windows?: NonNullable<Json>
        }
        Relationships: [
          {
            foreignKeyName: "search_orders_category_id_fkey"
            columns: ["category_id"]
            isOneToOne: false
            referencedRelation: "categories"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "search_orders_city_id_fkey"
            columns: ["city_id"]
            isOneToOne: false
            referencedRelation: "cities"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "search_orders_employee_id_fkey"
            columns: ["employee_id"]
            isOneToOne: false
            referencedRelation: "employees"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "search_orders_location_id_fkey"
            columns: ["location_id"]
            isOneToOne: false
            referencedRelation: "locations"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "search_orders_replaces_appointment_fkey"
            columns: ["replaces_appointment"]
            isOneToOne: false
            referencedRelation: "appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "search_orders_replaces_appointment_fkey"
            columns: ["replaces_appointment"]
            isOneToOne: false
            referencedRelation: "shown_appointments"
            referencedColumns: ["id"]
          },
        ]
      }
      second_factor_duties: {
        Row: {
          company_id: string
          from_role: Database["public"]["Enums"]["member_role"]
        }
        Insert: {
          company_id: string
          from_role: Database["public"]["Enums"]["member_role"]
        }
        Update: {
          company_id?: string
          from_role?: Database["public"]["Enums"]["member_role"]
        }
        Relationships: [
          {
            foreignKeyName: "second_factor_duties_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: true
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
        ]
      }
      service_addons: {
        Row: {
          addon_id: string
          location_id: string
          service_id: string
        }
        Insert: {
          addon_id: string
          location_id: string
          service_id: string
        }
        Update: {
          addon_id?: string
          location_id?: string
          service_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "service_addons_addon_id_location_id_fkey"
            columns: ["addon_id", "location_id"]
            isOneToOne: false
            referencedRelation: "services"
            referencedColumns: ["id", "location_id"]
          },
          {
            foreignKeyName: "service_addons_location_id_fkey"
            columns: ["location_id"]
            isOneToOne: false
            referencedRelation: "locations"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "service_addons_service_id_location_id_fkey"
            columns: ["service_id", "location_id"]
            isOneToOne: false
            referencedRelation: "services"
            referencedColumns: ["id", "location_id"]
          },
        ]
      }
      service_tests: {
        Row: {
          days: number
          hours: number
          location_id: string
          service_id: string
          test_service_id: string
        }
        Insert: {
          days?: number
          hours?: number
          location_id: string
          service_id: string
          test_service_id: string
        }
        Update: {
          days?: number
          hours?: number
          location_id?: string
          service_id?: string
          test_service_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "service_tests_location_id_fkey"
            columns: ["location_id"]
            isOneToOne: false
            referencedRelation: "locations"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "service_tests_service_id_location_id_fkey"
            columns: ["service_id", "location_id"]
            isOneToOne: false
            referencedRelation: "services"
            referencedColumns: ["id", "location_id"]
          },
          {
            foreignKeyName: "service_tests_test_service_id_location_id_fkey"
            columns: ["test_service_id", "location_id"]
            isOneToOne: false
            referencedRelation: "services"
            referencedColumns: ["id", "location_id"]
          },
        ]
      }
      services: {
        Row: {
          active: boolean
          addon: boolean
          archived: boolean
          booking_way: Database["public"]["Enums"]["booking_way"]
          buffer_after_minutes: number
          buffer_before_minutes: number
          category_id: number
          created_at: string
          day_percent: number | null
          description: string
          duration_minutes: number
          family: string
          heading: string
          id: string
          location_id: string
          name: string
          new_by_request: boolean
          position: number
          price_cents: number
          price_from: boolean
          processing_minutes: number | null
          processing_start: number | null
          resource_kind: string | null
          updated_at: string
          variant: string
          vat: Database["public"]["Enums"]["service_vat"]
          vat_reason: string
        }
        Insert: {
          active?: boolean
          addon?: boolean
          archived?: boolean
          booking_way?: Database["public"]["Enums"]["booking_way"]
          buffer_after_minutes?: number
          buffer_before_minutes?: number
          category_id: number
          created_at?: string
          day_percent?: number | null
          description?: string
          duration_minutes: number
          family?: string
          heading?: string
          id?: string
          location_id: string
          name: string
          new_by_request?: boolean
          position?: number
          price_cents: number
          price_from?: boolean
          processing_minutes?: number | null
          processing_start?: number | null
          resource_kind?: string | null
          updated_at?: string
          variant?: string
          vat?: Database["public"]["Enums"]["service_vat"]
          vat_reason?: string
        }
        Update: {
          active?: boolean
          addon?: boolean
          archived?: boolean
          booking_way?: Database["public"]["Enums"]["booking_way"]
          buffer_after_minutes?: number
          buffer_before_minutes?: number
          category_id?: number
          created_at?: string
          day_percent?: number | null
          description?: string
          duration_minutes?: number
          family?: string
          heading?: string
          id?: string
          location_id?: string
          name?: string
          new_by_request?: boolean
          position?: number
          price_cents?: number
          price_from?: boolean
          processing_minutes?: number | null
          processing_start?: number | null
          resource_kind?: string | null
          updated_at?: string
          variant?: string
          vat?: Database["public"]["Enums"]["service_vat"]
          vat_reason?: string
        }
        Relationships: [
          {
            foreignKeyName: "services_category_id_fkey"
            columns: ["category_id"]
            isOneToOne: false
            referencedRelation: "categories"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "services_location_id_fkey"
            columns: ["location_id"]
            isOneToOne: false
            referencedRelation: "locations"
            referencedColumns: ["id"]
          },
        ]
      }
      subscriptions: {
        Row: {
          booked_at: string
          booked_by: string | null
          cancelled_at: string | null
          company_id: string
          ends_on: string | null
          id: string
          starts_on: string
        }
        Insert: {
          booked_at: string
          booked_by?: string | null
          cancelled_at?: string | null
          company_id: string
          ends_on?: string | null
          id?: string
          starts_on: string
        }
        Update: {
          booked_at?: string
          booked_by?: string | null
          cancelled_at?: string | null
          company_id?: string
          ends_on?: string | null
          id?: string
          starts_on?: string
        }
        Relationships: [
          {
            foreignKeyName: "subscriptions_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
        ]
      }
      suppressions: {
        Row: {
          address_hash: string
          channel: string
          company_id: string | null
          created_at: string
          id: number
          reason: string
        }
        Insert: {
          address_hash: string
          channel: string
          company_id?: string | null
          created_at?: string
          id?: never
          reason: string
        }
        Update: {
          address_hash?: string
          channel?: string
          company_id?: string | null
          created_at?: string
          id?: never
          reason?: string
        }
        Relationships: [
          {
            foreignKeyName: "suppressions_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
        ]
      }
      tax_data_changes: {
        Row: {
          at: string
          company_id: string
          fields: string[]
          id: number
          who: string
        }
        Insert: {
          at: string
          company_id: string
          fields: string[]
          id?: never
          who: string
        }
        Update: {
          at?: string
          company_id?: string
          fields?: string[]
          id?: never
          who?: string
        }
        Relationships: [
          {
            foreignKeyName: "tax_data_changes_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
        ]
      }
      tickets: {
        Row: {
          created_at: string
          email: string
          emptied_at: string | null
          id: string
          moved_at: string
          name: string
          number: string
          state: Database["public"]["Enums"]["ticket_state"]
          subject: Database["public"]["Enums"]["ticket_subject"]
          text: string
          user_id: string | null
        }
        Insert: {
          created_at?: string
          email: string
          emptied_at?: string | null
          id?: string
          moved_at?: string
          name: string
          number: string
          state?: Database["public"]["Enums"]["ticket_state"]
          subject: Database["public"]["Enums"]["ticket_subject"]
          text: string
          user_id?: string | null
        }
        Update: {
          created_at?: string
          email?: string
          emptied_at?: string | null
          id?: string
          moved_at?: string
          name?: string
          number?: string
          state?: Database["public"]["Enums"]["ticket_state"]
          subject?: Database["public"]["Enums"]["ticket_subject"]
          text?: string
          user_id?: string | null
        }
        Relationships: []
      }
      transfers: {
        Row: {
          all_rows: number | null
          asked_at: string
          asked_by: string
          attempts: number
          bytes: number | null
          company_id: string
          direction: Database["public"]["Enums"]["transfer_direction"]
          done_rows: number
          expires_at: string | null
          fault: string
          finished_at: string | null
          id: string
          leased_until: string | null
          seed: string
          state: Database["public"]["Enums"]["transfer_state"]
        }
        Insert: {
          all_rows?: number | null
          asked_at?: string
          asked_by: string
          attempts?: number
          bytes?: number | null
          company_id: string
          direction: Database["public"]["Enums"]["transfer_direction"]
          done_rows?: number
          expires_at?: string | null
          fault?: string
          finished_at?: string | null
          id?: string
          leased_until?: string | null
          seed?: string
          state?: Database["public"]["Enums"]["transfer_state"]
        }
        Update: {
          all_rows?: number | null
          asked_at?: string
          asked_by?: string
          attempts?: number
          bytes?: number | null
          company_id?: string
          direction?: Database["public"]["Enums"]["transfer_direction"]
          done_rows?: number
          expires_at?: string | null
          fault?: string
          finished_at?: string | null
          id?: string
          leased_until?: string | null
          seed?: string
          state?: Database["public"]["Enums"]["transfer_state"]
        }
        Relationships: [
          {
            foreignKeyName: "transfers_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
        ]
      }
      withdrawals: {
        Row: {
          appointment_id: string | null
          booking_number: string
          company_id: string | null
          declared_at: string
          email: string
          id: string
          name: string
          statement: string
        }
        Insert: {
          appointment_id?: string | null
          booking_number: string
          company_id?: string | null
          declared_at?: string
          email: string
          id?: string
          name: string
          statement?: string
        }
        Update: {
          appointment_id?: string | null
          booking_number?: string
          company_id?: string | null
          declared_at?: string
          email?: string
          id?: string
          name?: string
          statement?: string
        }
        Relationships: [
          {
            foreignKeyName: "withdrawals_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: false
            referencedRelation: "appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "withdrawals_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: false
            referencedRelation: "shown_appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "withdrawals_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
        ]
      }
      working_hours: {
        Row: {
          employee_id: string
          ends: string
          id: string
          rota_start: string | null
          rota_week: number | null
          rota_weeks: number | null
          starts: string
          valid_from: string | null
          valid_to: string | null
          weekday: number
        }
        Insert: {
          employee_id: string
          ends: string
          id?: string
          rota_start?: string | null
          rota_week?: number | null
          rota_weeks?: number | null
          starts: string
          valid_from?: string | null
          valid_to?: string | null
          weekday: number
        }
        Update: {
          employee_id?: string
          ends?: string
          id?: string
          rota_start?: string | null
          rota_week?: number | null
          rota_weeks?: number | null
          starts?: string
          valid_from?: string | null
          valid_to?: string | null
          weekday?: number
        }
        Relationships: [
          {
            foreignKeyName: "working_hours_employee_id_fkey"
            columns: ["employee_id"]
            isOneToOne: false
            referencedRelation: "employees"
            referencedColumns: ["id"]
          },
        ]
      }
    }
    Views: {
      shown_appointment_changes: {
        Row: {
          appointment_id: string
          changes: NonNullable<Json>
          event_id: number
        }
        Insert: {
          appointment_id?: string | null
          changes?: never
          event_id?: number | null
        }
        Update: {
          appointment_id?: string | null
          changes?: never
          event_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "appointment_changes_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: false
            referencedRelation: "appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "appointment_changes_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: false
            referencedRelation: "shown_appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "appointment_changes_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: true
            referencedRelation: "appointment_events"
            referencedColumns: ["id"]
          },
        ]
      }
      shown_appointments: {
        Row: {
          arrived_at: string | null
          cancellation_hours: number
          card_id: string | null
          company_id: string
          contact_email: string
          contact_name: string
          contact_phone: string
          created_at: string
          customer_id: string | null
          employee_chosen: boolean
          ends_at: string
          for_name: string
          id: string
          location_id: string
          note: string
          origin: string
          package_name: string | null
          sequence: number
          series: string | null
          source: string
          starts_at: string
          state: Database["public"]["Enums"]["appointment_state"]
          total_cents: number
          updated_at: string
          user_id: string | null
        }
        Insert: {
          arrived_at?: string | null
          cancellation_hours?: number | null
          card_id?: never
          company_id?: string | null
          contact_email?: never
          contact_name?: string | null
          contact_phone?: never
          created_at?: string | null
          customer_id?: string | null
          employee_chosen?: boolean | null
          ends_at?: string | null
          for_name?: string | null
          id?: string | null
          location_id?: string | null
          note?: string | null
          origin?: string | null
          package_name?: string | null
          sequence?: number | null
          series?: string | null
          source?: string | null
          starts_at?: string | null
          state?: Database["public"]["Enums"]["appointment_state"] | null
          total_cents?: number | null
          updated_at?: string | null
          user_id?: string | null
        }
        Update: {
          arrived_at?: string | null
          cancellation_hours?: number | null
          card_id?: never
          company_id?: string | null
          contact_email?: never
          contact_name?: string | null
          contact_phone?: never
          created_at?: string | null
          customer_id?: string | null
          employee_chosen?: boolean | null
          ends_at?: string | null
          for_name?: string | null
          id?: string | null
          location_id?: string | null
          note?: string | null
          origin?: string | null
          package_name?: string | null
          sequence?: number | null
          series?: string | null
          source?: string | null
          starts_at?: string | null
          state?: Database["public"]["Enums"]["appointment_state"] | null
          total_cents?: number | null
          updated_at?: string | null
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "appointments_customer_id_fkey"
            columns: ["customer_id"]
            isOneToOne: false
            referencedRelation: "customers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "appointments_customer_id_fkey"
            columns: ["customer_id"]
            isOneToOne: false
            referencedRelation: "shown_customers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "appointments_location_id_company_id_fkey"
            columns: ["location_id", "company_id"]
            isOneToOne: false
            referencedRelation: "locations"
            referencedColumns: ["id", "company_id"]
          },
        ]
      }
      shown_customers: {
        Row: {
          birthday: string | null
          blocked: boolean
          company_id: string
          created_at: string
          email: string | null
          id: string
          merged_at: string | null
          name: string
          note: string
          phone: string
          tags: string[]
          updated_at: string
          user_id: string | null
        }
        Insert: {
          birthday?: never
          blocked?: boolean | null
          company_id?: string | null
          created_at?: string | null
          email?: never
          id?: string | null
          merged_at?: string | null
          name?: string | null
          note?: string | null
          phone?: never
          tags?: string[] | null
          updated_at?: string | null
          user_id?: string | null
        }
        Update: {
          birthday?: never
          blocked?: boolean | null
          company_id?: string | null
          created_at?: string | null
          email?: never
          id?: string | null
          merged_at?: string | null
          name?: string | null
          note?: string | null
          phone?: never
          tags?: string[] | null
          updated_at?: string | null
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "customers_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
        ]
      }
      shown_event_waits: {
        Row: {
          confirmed_at: string | null
          created_at: string
          email: string
          event_id: string
          hold_id: string | null
          id: string
          left_at: string | null
          name: string
          phone: string
          seats: number
          user_id: string | null
        }
        Relationships: [
          {
            foreignKeyName: "event_waits_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
        ]
      }
      shown_messages: {
        Row: {
          appointment_id: string | null
          attempts: number
          audience: Database["public"]["Enums"]["actor_kind"]
          channel: string
          company_id: string | null
          created_at: string
          customer_id: string | null
          id: string
          invitation_id: string | null
          kind: string
          last_error: string
          recipient: string
          sent_at: string | null
          state: Database["public"]["Enums"]["message_state"]
        }
        Insert: {
          appointment_id?: string | null
          attempts?: number | null
          audience?: Database["public"]["Enums"]["actor_kind"] | null
          channel?: string | null
          company_id?: string | null
          created_at?: string | null
          customer_id?: string | null
          id?: string | null
          invitation_id?: never
          kind?: string | null
          last_error?: never
          recipient?: never
          sent_at?: string | null
          state?: Database["public"]["Enums"]["message_state"] | null
        }
        Update: {
          appointment_id?: string | null
          attempts?: number | null
          audience?: Database["public"]["Enums"]["actor_kind"] | null
          channel?: string | null
          company_id?: string | null
          created_at?: string | null
          customer_id?: string | null
          id?: string | null
          invitation_id?: never
          kind?: string | null
          last_error?: never
          recipient?: never
          sent_at?: string | null
          state?: Database["public"]["Enums"]["message_state"] | null
        }
        Relationships: [
          {
            foreignKeyName: "messages_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: false
            referencedRelation: "appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "messages_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: false
            referencedRelation: "shown_appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "messages_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "messages_customer_id_fkey"
            columns: ["customer_id"]
            isOneToOne: false
            referencedRelation: "customers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "messages_customer_id_fkey"
            columns: ["customer_id"]
            isOneToOne: false
            referencedRelation: "shown_customers"
            referencedColumns: ["id"]
          },
        ]
      }
      shown_withdrawals: {
        Row: {
          appointment_id: string | null
          booking_number: string
          company_id: string | null
          declared_at: string
          email: string
          id: string
          location_id: string | null
          name: string
          statement: string
        }
        Insert: {
          appointment_id?: string | null
          booking_number?: string | null
          company_id?: string | null
          declared_at?: string | null
          email?: never
          id?: string | null
          location_id?: never
          name?: string | null
          statement?: string | null
        }
        Update: {
          appointment_id?: string | null
          booking_number?: string | null
          company_id?: string | null
          declared_at?: string | null
          email?: never
          id?: string | null
          location_id?: never
          name?: string | null
          statement?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "withdrawals_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: false
            referencedRelation: "appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "withdrawals_appointment_id_fkey"
            columns: ["appointment_id"]
            isOneToOne: false
            referencedRelation: "shown_appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "withdrawals_company_id_fkey"
            columns: ["company_id"]
            isOneToOne: false
            referencedRelation: "companies"
            referencedColumns: ["id"]
          },
        ]
      }
    }
    Functions: {
      abandon_payment: {
        Args: { p_appointment: string; p_secret?: string }
        Returns: Json
      }
      accept_agreements: {
        Args: { p_company: string; p_hashes: string[] }
        Returns: undefined
      }
      accept_invitation: { Args: { p_secret: string }; Returns: string }
      accept_offer: {
        Args: {
          p_contact?: Json
          p_early_start?: string
          p_key?: string
          p_offer: string
          p_order: string
          p_position: number
          p_price_cents?: number
          p_secret?: string
        }
        Returns: Json
      }
      account_deletion: { Args: Record<PropertyKey, never>; Returns: string }
      act_on_test_payment: {
        Args: { p_action: string; p_ref: string }
        Returns: Json
      }
      add_customer_contact: {
        Args: {
          p_company: string
          p_customer: string
          p_kind: string
          p_label?: string
          p_value: string
        }
        Returns: undefined
      }
      add_customer_file: {
        Args: {
          p_bytes: number
          p_company: string
          p_customer: string
          p_health?: boolean
          p_name: string
          p_type: string
        }
        Returns: Json
      }
      add_customer_relative: {
        Args: {
          p_company: string
          p_customer: string
          p_name: string
          p_relation?: string
          p_relative?: string
        }
        Returns: undefined
      }
      add_import_rows: {
        Args: { p_from_row: number; p_import: string; p_rows: Json }
        Returns: undefined
      }
      add_order_image: {
        Args: {
          p_bytes: number
          p_height: number
          p_order: string
          p_secret: string
          p_width: number
        }
        Returns: Json
      }
      add_participant: {
        Args: {
          p_contact: Json
          p_event: string
          p_idempotency_key?: string
          p_note?: string
          p_notify?: boolean
          p_seats: number
        }
        Returns: Json
      }
      add_public_holidays: {
        Args: { p_location: string; p_year: number }
        Returns: number
      }
      add_to_review: {
        Args: {
          p_appointment: string
          p_secret?: string
          p_text: string
          p_version: number
        }
        Returns: Json
      }
      add_variant: {
        Args: {
          p_family: string
          p_minutes: number
          p_own: string
          p_price_cents: number
          p_service: string
          p_variant: string
        }
        Returns: string
      }
      adopt_guest_bookings: {
        Args: Record<PropertyKey, never>
        Returns: number
      }
      advance_feed: {
        Args: { p_consumer: string; p_from: string; p_to: string }
        Returns: boolean
      }
      advance_imports: { Args: { p_limit?: number }; Returns: number }
      advance_suggestions: { Args: { p_limit?: number }; Returns: number }
      answer: {
        Args: {
          p_location: string
          p_order: string
          p_secret?: string
          p_text: string
        }
        Returns: undefined
      }
      answer_by_rules: { Args: { p_limit?: number }; Returns: boolean }
      answer_proposal: {
        Args: {
          p_accept: boolean
          p_appointment: string
          p_early_start?: string
          p_secret?: string
          p_starts_at?: string
        }
        Returns: Json
      }
      appeal: {
        Args: { p_decision: string; p_secret: string; p_text: string }
        Returns: undefined
      }
      apply_payment_snapshot: {
        Args: { p_facts: Json; p_payment: string }
        Returns: Database["public"]["Enums"]["payment_state"]
      }
      apply_payout: {
        Args: { p_account: string; p_payout: Json }
        Returns: string
      }
      appoint_operator: {
        Args: { p_email: string; p_role?: string }
        Returns: undefined
      }
      appointment_actors: {
        Args: { p_appointment: string }
        Returns: {
          event_id: number
          name: string
        }[]
      }
      appointment_thread: { Args: { p_appointment: string }; Returns: Json }
      appointments_outside: {
        Args: { p_limit?: number; p_location: string }
        Returns: Json
      }
      archive_location: {
        Args: { p_archived: boolean; p_location: string }
        Returns: Database["public"]["Enums"]["location_state"]
      }
      ask: {
        Args: { p_location: string; p_order: string; p_text: string }
        Returns: undefined
      }
      ask_for_alert: {
        Args: {
          p_consent?: boolean
          p_contact: Json
          p_draft: Json
          p_secret: string
        }
        Returns: Json
      }
      ask_for_export: { Args: { p_company: string }; Returns: string }
      ask_for_import: {
        Args: { p_company: string; p_id: string }
        Returns: string
      }
      available_days: {
        Args: {
          p_employee: string
          p_from: string
          p_location: string
          p_services: string[]
          p_to: string
        }
        Returns: {
          day: string
          starts: number
        }[]
      }
      available_starts: {
        Args: {
          p_employee?: string
          p_from?: string
          p_location: string
          p_now?: string
          p_services: string[]
          p_to?: string
        }
        Returns: {
          employee_ids: string[]
          ends_at: string
          starts_at: string
        }[]
      }
      begin_disruption: {
        Args: {
          p_employee?: string
          p_ends_at: string
          p_location: string
          p_reason?: string
          p_resource?: string
          p_starts_at: string
        }
        Returns: Json
      }
      begin_import: {
        Args: { p_company: string; p_file: string; p_head: string[] }
        Returns: string
      }
      begin_location: {
        Args: { p_company: string; p_details: Json }
        Returns: string
      }
      billing_tasks: { Args: { p_company: string }; Returns: Json }
      block_business: {
        Args: {
          p_blocked?: boolean
          p_location: string
          p_order: string
          p_secret?: string
        }
        Returns: undefined
      }
      block_customers: {
        Args: { p_blocked: boolean; p_company: string; p_customers: string[] }
        Returns: Json
      }
      block_order_customer: {
        Args: { p_location: string; p_order: string }
        Returns: undefined
      }
      block_time: {
        Args: {
          p_employee?: string
          p_ends_at: string
          p_location: string
          p_resource?: string
          p_series?: string
          p_starts_at: string
          p_title?: string
        }
        Returns: {
          created_at: string
          created_by: string | null
          employee_id: string | null
          ends_at: string
          id: string
          location_id: string
          moved_at: string | null
          moved_by: string | null
          resource_id: string | null
          series: string | null
          starts_at: string
          title: string
          updated_at: string
        }
        SetofOptions: {
          from: "*"
          to: "blocks"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      blocked_businesses: {
        Args: { p_order: string; p_secret?: string }
        Returns: Json
      }
      blocked_order_customers: { Args: { p_location: string }; Returns: Json }
      book_plan: { Args: { p_company: string }; Returns: string }
      booking_thread: {
        Args: { p_appointment: string; p_secret?: string }
        Returns: Json
      }
      cancel_account_deletion: {
        Args: Record<PropertyKey, never>
        Returns: boolean
      }
      cancel_appointment:
        | {
            Args: {
              p_appointment: string
              p_fee_cents: number
              p_reason?: string
              p_secret?: string
            }
            Returns: Json
          }
        | {
            Args: {
              p_appointment: string
              p_reason?: string
              p_secret?: string
            }
            Returns: Json
          }
      cancel_event: {
        Args: { p_event: string; p_reason?: string }
        Returns: {
          cancellation_hours: number | null
          cancelled_at: string | null
          created_at: string
          created_by: string | null
          description: string
          employee_id: string
          ends_at: string
          id: string
          location_id: string
          notice_minutes: number | null
          price_cents: number
          resource_id: string | null
          seats: number
          series: string | null
          service_id: string
          starts_at: string
          title: string
          updated_at: string
        }
        SetofOptions: {
          from: "*"
          to: "events"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      cancel_following: {
        Args: { p_appointment: string; p_reason?: string }
        Returns: Json
      }
      cancel_following_events: {
        Args: { p_event: string; p_reason?: string }
        Returns: Json
      }
      cancel_plan: { Args: { p_company: string }; Returns: Json }
      carry_out_import: {
        Args: { p_attempt: number; p_transfer: string }
        Returns: number
      }
      catalogue_counts: { Args: Record<PropertyKey, never>; Returns: Json }
      change_appointment: {
        Args: {
          p_anyway?: boolean
          p_appointment: string
          p_contact?: Json
          p_employees?: string[]
          p_minutes?: number[]
          p_notify?: Database["public"]["Enums"]["move_notice"]
          p_origins?: number[]
          p_prices?: number[]
          p_resources?: string[]
          p_services?: string[]
          p_version: string
        }
        Returns: Json
      }
      change_back: {
        Args: { p_appointment: string; p_version: string }
        Returns: Json
      }
      change_block: {
        Args: {
          p_block: string
          p_employee?: string
          p_ends_at?: string
          p_seen?: string[]
          p_starts_at?: string
          p_title?: string
          p_version?: string
        }
        Returns: {
          created_at: string
          created_by: string | null
          employee_id: string | null
          ends_at: string
          id: string
          location_id: string
          moved_at: string | null
          moved_by: string | null
          resource_id: string | null
          series: string | null
          starts_at: string
          title: string
          updated_at: string
        }
        SetofOptions: {
          from: "*"
          to: "blocks"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      change_customer_words: {
        Args: {
          p_blocked: boolean
          p_company: string
          p_customer: string
          p_name: string
          p_note: string
          p_tags: string[]
          p_version: string
        }
        Returns: boolean
      }
      change_event: {
        Args: {
          p_cancellation_hours?: number
          p_description?: string
          p_employee: string
          p_ends_at: string
          p_event: string
          p_notice_minutes?: number
          p_price_cents: number
          p_reason?: string
          p_resource?: string
          p_seats: number
          p_starts_at: string
          p_title?: string
          p_version: string
        }
        Returns: {
          cancellation_hours: number | null
          cancelled_at: string | null
          created_at: string
          created_by: string | null
          description: string
          employee_id: string
          ends_at: string
          id: string
          location_id: string
          notice_minutes: number | null
          price_cents: number
          resource_id: string | null
          seats: number
          series: string | null
          service_id: string
          starts_at: string
          title: string
          updated_at: string
        }
        SetofOptions: {
          from: "*"
          to: "events"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      change_following: {
        Args: {
          p_anyway?: string[]
          p_appointment: string
          p_contact?: Json
          p_employees?: string[]
          p_later?: string[]
          p_later_versions?: string[]
          p_minutes?: number[]
          p_notify?: Database["public"]["Enums"]["move_notice"]
          p_origins?: number[]
          p_prices?: number[]
          p_resources?: string[]
          p_services?: string[]
          p_skipped?: string[]
          p_version: string
        }
        Returns: Json
      }
      change_following_events: {
        Args: {
          p_cancellation_hours?: number
          p_description?: string
          p_employee: string
          p_ends_at: string
          p_event: string
          p_later?: string[]
          p_later_versions?: string[]
          p_notice_minutes?: number
          p_price_cents: number
          p_reason?: string
          p_resource?: string
          p_seats: number
          p_skipped?: string[]
          p_starts_at: string
          p_title?: string
          p_version: string
        }
        Returns: Json
      }
      change_member_rights: {
        Args: {
          p_company: string
          p_given?: Database["public"]["Enums"]["member_right"][]
          p_taken?: Database["public"]["Enums"]["member_right"][]
          p_user: string
        }
        Returns: undefined
      }
      change_member_role: {
        Args: {
          p_company: string
          p_role: Database["public"]["Enums"]["member_role"]
          p_user: string
          p_was?: Database["public"]["Enums"]["member_role"]
        }
        Returns: undefined
      }
      change_resource: {
        Args: { p_appointment: string; p_disruption: string }
        Returns: Database["public"]["Enums"]["disruption_state"]
      }
      change_search_order: {
        Args: { p_changes: Json; p_order: string; p_secret: string }
        Returns: number
      }
      change_shift: {
        Args: {
          p_agreed?: string[]
          p_day: string
          p_employee: string
          p_ends?: string
          p_seen?: string
          p_starts?: string
          p_sure?: boolean
          p_usual?: boolean
        }
        Returns: undefined
      }
      check_availability: {
        Args: { p_after?: string; p_limit?: number }
        Returns: Json
      }
      check_billing: { Args: Record<PropertyKey, never>; Returns: Json }
      check_money: { Args: Record<PropertyKey, never>; Returns: Json }
      check_off_payment: { Args: { p_payment: string }; Returns: undefined }
      choose_hours: {
        Args: { p_employee: string; p_own: boolean; p_was?: Json }
        Returns: undefined
      }
      choose_notices: {
        Args: {
          p_booked?: Database["public"]["Enums"]["notice_scope"]
          p_cancelled?: Database["public"]["Enums"]["notice_scope"]
          p_company: string
          p_moved?: Database["public"]["Enums"]["notice_scope"]
          p_requested?: Database["public"]["Enums"]["notice_scope"]
        }
        Returns: undefined
      }
      choose_offer_notices: {
        Args: {
          p_company: string
          p_offers: Database["public"]["Enums"]["notice_scope"]
        }
        Returns: undefined
      }
      choose_order_notices: {
        Args: {
          p_company: string
          p_pace: Database["public"]["Enums"]["notice_pace"]
        }
        Returns: undefined
      }
      claim_account_syncs: {
        Args: { p_company?: string; p_limit?: number }
        Returns: Json
      }
      claim_messages: {
        Args: { p_limit?: number }
        Returns: {
          appointment_id: string | null
          attempts: number
          audience: Database["public"]["Enums"]["actor_kind"]
          channel: string
          company_id: string | null
          cost_cents: number | null
          created_at: string
          customer_id: string | null
          dedupe_key: string | null
          delivered_at: string | null
          expires_at: string | null
          handed_over_at: string | null
          id: string
          kind: string
          last_error: string
          next_attempt_at: string
          parent_id: string | null
          payload: NonNullable<Json>
          priority: number
          provider: string | null
          provider_id: string | null
          purpose: Database["public"]["Enums"]["message_purpose"]
          recipient: string
          rule_id: string | null
          segments: number | null
          sent_at: string | null
          settled_at: string | null
          state: Database["public"]["Enums"]["message_state"]
          user_id: string | null
        }[]
        SetofOptions: {
          from: "*"
          to: "messages"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      claim_payment_commands: {
        Args: { p_limit?: number; p_payment?: string }
        Returns: Json
      }
      claim_transfer: { Args: Record<PropertyKey, never>; Returns: Json }
      close_billing_month: {
        Args: { p_limit?: number; p_month?: string }
        Returns: number
      }
      close_company: {
        Args: {
          p_cancel?: boolean
          p_company: string
          p_limit?: number
          p_name?: string
        }
        Returns: string
      }
      collect_export: {
        Args: { p_attempt: number; p_transfer: string }
        Returns: Json
      }
      collect_freed: { Args: { p_limit?: number }; Returns: number }
      coming_appointments: {
        Args: { p_company: string; p_untold?: boolean }
        Returns: number
      }
      companies_to_delete: { Args: { p_limit?: number }; Returns: Json }
      company_members: {
        Args: { p_company: string }
        Returns: {
          email: string
          name: string
          rights: Database["public"]["Enums"]["member_right"][]
          role: Database["public"]["Enums"]["member_role"]
          second_factor: boolean
          self: boolean
          since: string
          user_id: string
        }[]
      }
      company_referral: { Args: { p_company: string }; Returns: Json }
      compare_customers: { Args: { p_limit?: number }; Returns: number }
      complete_appointment: { Args: { p_appointment: string }; Returns: Json }
      complete_past: { Args: { p_limit?: number }; Returns: number }
      compute_all_customer_facts: {
        Args: { p_after?: string; p_limit?: number }
        Returns: Json
      }
      confirm_appointment: {
        Args: {
          p_appointment: string
          p_contact?: Json
          p_early_start?: string
          p_secret?: string
        }
        Returns: Json
      }
      confirm_event_wait: {
        Args: { p_secret: string; p_wait: string }
        Returns: undefined
      }
      confirm_search_order: {
        Args: { p_order: string; p_secret: string }
        Returns: Database["public"]["Enums"]["order_state"]
      }
      connect_account: {
        Args: { p_company: string }
        Returns: {
          company_id: string
          created_at: string
          id: string
          provider: string
          ref: string
          requirements: string[]
          state: Database["public"]["Enums"]["payment_account_state"]
          sync_at: string | null
          synced_until: string | null
          test: boolean
        }
        SetofOptions: {
          from: "*"
          to: "payment_accounts"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      count_attempt: {
        Args: {
          p_key: string
          p_limit: string
          p_most: number
          p_seconds: number
        }
        Returns: boolean
      }
      count_demand: { Args: { p_rows: Json }; Returns: undefined }
      count_matching_orders: { Args: { p_location: string }; Returns: number }
      count_partner_visit: { Args: { p_code: string }; Returns: string }
      count_payments_to_check: { Args: { p_company: string }; Returns: number }
      count_stars: { Args: { p_location: string }; Returns: number[] }
      count_waiting: { Args: { p_location: string }; Returns: number }
      create_appointment:
        | {
            Args: {
              p_anyway: boolean
              p_contact: Json
              p_employee: string
              p_idempotency_key?: string
              p_location: string
              p_minutes: number
              p_note?: string
              p_notify?: boolean
              p_services: string[]
              p_starts_at: string
            }
            Returns: Json
          }
        | {
            Args: {
              p_anyway: boolean
              p_contact: Json
              p_employee: string
              p_idempotency_key?: string
              p_location: string
              p_note?: string
              p_notify?: boolean
              p_services: string[]
              p_starts_at: string
            }
            Returns: Json
          }
        | {
            Args: {
              p_contact: Json
              p_employee: string
              p_idempotency_key?: string
              p_location: string
              p_note?: string
              p_notify?: boolean
              p_services: string[]
              p_starts_at: string
            }
            Returns: Json
          }
      create_company: {
        Args: { p_name: string; p_phone?: string }
        Returns: string
      }
      create_event: {
        Args: {
          p_cancellation_hours?: number
          p_description?: string
          p_employee: string
          p_ends_at: string
          p_location: string
          p_notice_minutes?: number
          p_price_cents?: number
          p_resource?: string
          p_seats: number
          p_series?: string
          p_service: string
          p_starts_at: string
          p_title?: string
        }
        Returns: {
          cancellation_hours: number | null
          cancelled_at: string | null
          created_at: string
          created_by: string | null
          description: string
          employee_id: string
          ends_at: string
          id: string
          location_id: string
          notice_minutes: number | null
          price_cents: number
          resource_id: string | null
          seats: number
          series: string | null
          service_id: string
          starts_at: string
          title: string
          updated_at: string
        }
        SetofOptions: {
          from: "*"
          to: "events"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      create_location: {
        Args: { p_company: string; p_name: string }
        Returns: string
      }
      create_package: {
        Args: {
          p_description?: string
          p_location: string
          p_name: string
          p_price_cents: number
          p_services: string[]
        }
        Returns: string
      }
      create_series:
        | {
            Args: {
              p_anyway?: number[]
              p_contact: Json
              p_count: number
              p_employee: string
              p_idempotency_key?: string
              p_location: string
              p_minutes: number
              p_moved?: number[]
              p_moved_to?: string[]
              p_note?: string
              p_notify?: boolean
              p_services: string[]
              p_skipped?: number[]
              p_starts_at: string
              p_weeks: number
            }
            Returns: Json
          }
        | {
            Args: {
              p_anyway?: number[]
              p_contact: Json
              p_count: number
              p_employee: string
              p_idempotency_key?: string
              p_location: string
              p_moved?: number[]
              p_moved_to?: string[]
              p_note?: string
              p_notify?: boolean
              p_services: string[]
              p_skipped?: number[]
              p_starts_at: string
              p_weeks: number
            }
            Returns: Json
          }
      current_agreements: {
        Args: Record<PropertyKey, never>
        Returns: {
          hash: string
          kind: string
          published_on: string
          text: string
          version: number
        }[]
        SetofOptions: {
          from: "*"
          to: "agreement_texts"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      current_partner_terms: {
        Args: Record<PropertyKey, never>
        Returns: {
          hash: string
          kind: string
          published_on: string
          text: string
          version: number
        }
        SetofOptions: {
          from: "*"
          to: "agreement_texts"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      current_prices: { Args: Record<PropertyKey, never>; Returns: Json }
      customer_file_stored: {
        Args: { p_company: string; p_customer: string; p_id: string }
        Returns: undefined
      }
      customer_tags: {
        Args: { p_company: string }
        Returns: {
          customers: number
          tag: string
        }[]
      }
      customers_on_numbers: {
        Args: { p_company: string; p_customers: string[] }
        Returns: Json
      }
      decide_referrals: { Args: { p_limit?: number }; Returns: number }
      decide_report: {
        Args: {
          p_basis: string
          p_facts: string
          p_ground: string
          p_measure: string
          p_report: string
          p_scope?: string
        }
        Returns: string
      }
      declare_withdrawal: {
        Args: {
          p_email: string
          p_name: string
          p_number: string
          p_statement?: string
        }
        Returns: Json
      }
      decline_appointment: {
        Args: { p_appointment: string; p_reason?: string }
        Returns: Json
      }
      decline_erasure: {
        Args: { p_company: string; p_demand: string; p_reason: string }
        Returns: undefined
      }
      decline_offer: {
        Args: {
          p_offer: string
          p_order: string
          p_reason?: string
          p_secret?: string
        }
        Returns: undefined
      }
      delete_company: {
        Args: { p_company: string; p_limit?: number }
        Returns: number
      }
      delete_due_accounts: { Args: { p_limit?: number }; Returns: number }
      delete_offer_rule: { Args: { p_rule: string }; Returns: undefined }
      delete_offer_template: {
        Args: { p_template: string }
        Returns: undefined
      }
      delete_review: {
        Args: { p_appointment: string; p_secret?: string }
        Returns: undefined
      }
      delete_unbooked: { Args: { p_limit?: number }; Returns: number }
      delete_view: { Args: { p_view: string }; Returns: undefined }
      demand_by_hour: {
        Args: { p_days?: number; p_last: string; p_location: string }
        Returns: Json
      }
      disconnect_account: { Args: { p_company: string }; Returns: undefined }
      dismiss_duplicate: {
        Args: { p_company: string; p_one: string; p_other: string }
        Returns: undefined
      }
      dismiss_order: {
        Args: { p_dismissed?: boolean; p_location: string; p_order: string }
        Returns: undefined
      }
      disruption_board: { Args: { p_disruption: string }; Returns: Json }
      drop_favourite: { Args: { p_location: string }; Returns: undefined }
      drop_import: { Args: { p_import: string }; Returns: undefined }
      drop_relative: { Args: { p_id: string }; Returns: undefined }
      employee_accounts: {
        Args: { p_company: string }
        Returns: {
          employee_id: string
          location_id: string
          user_id: string
        }[]
      }
      end_disruption: { Args: { p_disruption: string }; Returns: number }
      end_session: { Args: { p_session: string }; Returns: boolean }
      end_transfer: {
        Args: {
          p_attempt: number
          p_bytes: number
          p_fault?: string
          p_transfer: string
        }
        Returns: boolean
      }
      erase_customer: {
        Args: { p_company: string; p_customer: string; p_typed: string }
        Returns: undefined
      }
      erase_own_data: {
        Args: { p_link: string; p_pass: string }
        Returns: Json
      }
      event_wait_secret: { Args: { p_wait: string }; Returns: string }
      expire_holds: { Args: { p_limit?: number }; Returns: number }
      expire_offers: { Args: { p_limit?: number }; Returns: number }
      expire_payments: { Args: { p_limit?: number }; Returns: number }
      expire_search_orders: { Args: { p_limit?: number }; Returns: number }
      expire_test_payment: { Args: { p_ref: string }; Returns: Json }
      explain_start: {
        Args: {
          p_employee?: string
          p_location: string
          p_services: string[]
          p_starts_at: string
        }
        Returns: {
          bookable: boolean
          employee_id: string
          employee_name: string
          reasons: Json
        }[]
      }
      export_customers: {
        Args: {
          p_company: string
          p_last_from?: string
          p_last_to?: string
          p_limit?: number
          p_only?: string
          p_page?: number
          p_sort?: string
          p_spent?: number
          p_tag?: string
          p_text?: string
        }
        Returns: Json
      }
      extend_availability: { Args: { p_limit?: number }; Returns: number }
      extend_search_order: {
        Args: {
          p_order: string
          p_radius_km?: number
          p_secret: string
          p_windows: Json
        }
        Returns: string
      }
      files_removed: { Args: { p_paths: string[] }; Returns: undefined }
      files_to_remove: { Args: { p_limit?: number }; Returns: string[] }
      fill_appointment_words: { Args: { p_limit?: number }; Returns: number }
      find_customers: {
        Args: { p_location: string; p_text: string }
        Returns: Json
      }
      find_events: {
        Args: {
          p_category?: string
          p_city_id?: number
          p_from?: string
          p_limit?: number
          p_to?: string
        }
        Returns: {
          business: string
          city: string
          closes_at: string
          ends_at: string
          free_seats: number
          id: string
          location_id: string
          price_cents: number
          seats: number
          slug: string
          starts_at: string
          time_zone: string
          title: string
        }[]
      }
      find_partner_code: { Args: { p_code: string }; Returns: string }
      finish_account_sync: {
        Args: {
          p_account: string
          p_requirements: string[]
          p_state: string
          p_until: string
        }
        Returns: undefined
      }
      finish_message:
        | {
            Args: {
              p_attempt: number
              p_error?: string
              p_id: string
              p_permanent?: boolean
              p_provider?: string
              p_provider_id?: string
            }
            Returns: Database["public"]["Enums"]["message_state"]
          }
        | {
            Args: { p_error?: string; p_id: string }
            Returns: Database["public"]["Enums"]["message_state"]
          }
      finish_payment_command: {
        Args: {
          p_command: string
          p_lease: string
          p_outcome: string
          p_result?: Json
        }
        Returns: boolean
      }
      forget_due: {
        Args: { p_limit?: number; p_rule: string }
        Returns: number
      }
      forget_transfers: { Args: { p_ids: string[] }; Returns: undefined }
      get_booking: {
        Args: { p_appointment: string; p_secret?: string }
        Returns: Json
      }
      get_decision: {
        Args: { p_decision: string; p_secret: string }
        Returns: Json
      }
      get_event_wait: {
        Args: { p_secret?: string; p_wait: string }
        Returns: Json
      }
      get_invitation: {
        Args: { p_secret: string }
        Returns: {
          company_name: string
          email: string
          expires_at: string
          has_account: boolean
          invited_by: string
          role: Database["public"]["Enums"]["member_role"]
          state: string
        }[]
      }
      get_offer: {
        Args: {
          p_offer: string
          p_order: string
          p_position: number
          p_secret?: string
        }
        Returns: Json
      }
      get_opt_out: { Args: { p_token: string }; Returns: Json }
      get_payment: { Args: { p_payment: string }; Returns: Json }
      get_report_target: {
        Args: { p_kind: string; p_target: string }
        Returns: Json
      }
      get_request: {
        Args: { p_order: string; p_secret?: string }
        Returns: Json
      }
      get_review: {
        Args: { p_appointment: string; p_secret?: string }
        Returns: Json
      }
      get_search_order_draft: {
        Args: { p_order: string; p_secret: string }
        Returns: Json
      }
      get_test_payment: { Args: { p_ref: string }; Returns: Json }
      hand_over_company: {
        Args: { p_company: string; p_user: string }
        Returns: undefined
      }
      hand_over_message: {
        Args: { p_attempt: number; p_id: string }
        Returns: boolean
      }
      hold_appointment: {
        Args: {
          p_employee?: string
          p_idempotency_key?: string
          p_location: string
          p_origin?: string
          p_replace?: string
          p_secret_hash?: string
          p_services: string[]
          p_source?: string
          p_starts_at: string
        }
        Returns: Json
      }
      hold_seats: {
        Args: {
          p_event: string
          p_origin?: string
          p_seats?: number
          p_secret_hash?: string
          p_source?: string
        }
        Returns: Json
      }
      import_pictures: { Args: { p_transfer: string }; Returns: Json }
      import_progress: { Args: { p_import: string }; Returns: Json }
      instant_matches: {
        Args: {
          p_budget_cents?: number
          p_category: string
          p_latitude: number
          p_limit?: number
          p_longitude: number
          p_radius_km: number
          p_windows: Json
        }
        Returns: Json
      }
      invite_member: {
        Args: {
          p_company: string
          p_email: string
          p_employee?: string
          p_role: Database["public"]["Enums"]["member_role"]
        }
        Returns: string
      }
      invoices_to_render: { Args: { p_limit?: number }; Returns: Json }
      issue_booking_link: {
        Args: { p_appointment: string; p_secret_hash: string }
        Returns: string
      }
      issue_decision_link: {
        Args: { p_decision: string; p_party: string; p_secret_hash: string }
        Returns: undefined
      }
      issue_invitation_link: {
        Args: { p_invitation: string; p_secret_hash: string }
        Returns: undefined
      }
      issue_own_data_link: {
        Args: { p_link: string; p_secret_hash: string }
        Returns: undefined
      }
      issue_search_order_link: {
        Args: { p_order: string; p_secret_hash: string }
        Returns: undefined
      }
      join_partners: {
        Args: { p_company?: string; p_terms: string }
        Returns: string
      }
      join_waitlist: {
        Args: {
          p_appointment?: string
          p_appointment_secret?: string
          p_contact: Json
          p_employee?: string
          p_location: string
          p_secret: string
          p_services: string[]
          p_short_notice?: boolean
          p_windows: Json
        }
        Returns: Json
      }
      keep_customer_facts: { Args: { p_limit?: number }; Returns: Json }
      keep_favourites: { Args: { p_locations: string[] }; Returns: undefined }
      keep_invoice_files: {
        Args: {
          p_invoice: string
          p_pdf_path?: string
          p_xml: string
          p_xml_sha256: string
        }
        Returns: boolean
      }
      keep_reports: { Args: { p_limit?: number }; Returns: Json }
      keep_transfer: {
        Args: { p_attempt: number; p_transfer: string }
        Returns: undefined
      }
      lapsed_transfers: {
        Args: { p_limit?: number }
        Returns: {
          company_id: string
          direction: Database["public"]["Enums"]["transfer_direction"]
          id: string
        }[]
      }
      latest_reviews: { Args: { p_limit?: number }; Returns: Json }
      lease_sandbox: { Args: { p_key_hash: string }; Returns: Json }
      leave_event_wait: {
        Args: { p_secret?: string; p_wait: string }
        Returns: undefined
      }
      leave_partners: { Args: { p_partner: string }; Returns: undefined }
      link_member: {
        Args: { p_company: string; p_employees: string[]; p_user: string }
        Returns: undefined
      }
      list_appointments: {
        Args: {
          p_employee?: string
          p_from?: string
          p_limit?: number
          p_location: string
          p_page?: number
          p_sort?: string
          p_state?: Database["public"]["Enums"]["appointment_state"]
          p_text?: string
          p_to?: string
        }
        Returns: Json
      }
      list_customers: {
        Args: {
          p_company: string
          p_last_from?: string
          p_last_to?: string
          p_limit?: number
          p_only?: string
          p_page?: number
          p_sort?: string
          p_spent?: number
          p_tag?: string
          p_text?: string
        }
        Returns: Json
      }
      list_disruptions: { Args: { p_location: string }; Returns: Json }
      list_duplicates: {
        Args: { p_company: string; p_limit?: number; p_page?: number }
        Returns: Json
      }
      list_event_page: {
        Args: {
          p_from?: string
          p_limit?: number
          p_location: string
          p_page?: number
          p_sort?: string
          p_state?: string
          p_text?: string
          p_to?: string
        }
        Returns: Json
      }
      list_events: {
        Args: { p_from: string; p_location: string; p_to: string }
        Returns: {
          cancellation_hours: number
          cancelled_at: string
          description: string
          employee_id: string
          ends_at: string
          id: string
          notice_minutes: number
          price_cents: number
          resource_id: string
          seats: number
          series: string
          service_id: string
          service_name: string
          starts_at: string
          taken: number
          title: string
          updated_at: string
          waiting: number
        }[]
      }
      list_messages: {
        Args: {
          p_company: string
          p_from?: string
          p_kinds?: string[]
          p_limit?: number
          p_oldest?: boolean
          p_page?: number
          p_states?: Database["public"]["Enums"]["message_state"][]
          p_text?: string
          p_to?: string
        }
        Returns: Json
      }
      list_offers: {
        Args: {
          p_accepted?: boolean
          p_limit?: number
          p_location: string
          p_offer?: string
          p_offset?: number
        }
        Returns: Json
      }
      list_payment_terms: { Args: { p_location: string }; Returns: Json }
      list_payments: {
        Args: {
          p_company: string
          p_from?: string
          p_kind?: string
          p_limit?: number
          p_location?: string
          p_page?: number
          p_sort?: string
          p_state?: string
          p_text?: string
          p_to?: string
        }
        Returns: Json
      }
      list_priced_starts: {
        Args: {
          p_employee?: string
          p_from?: string
          p_location: string
          p_services: string[]
          p_to?: string
        }
        Returns: Json
      }
      list_search_orders: {
        Args: {
          p_category?: string
          p_city?: string
          p_cursor?: string
          p_limit?: number
        }
        Returns: Json
      }
      list_starts: {
        Args: {
          p_employee?: string
          p_from?: string
          p_location: string
          p_services: string[]
          p_to?: string
        }
        Returns: Json
      }
      list_waiting: {
        Args: { p_limit?: number; p_location: string; p_offset?: number }
        Returns: Json
      }
      listed_day_prices: { Args: { p_location: string }; Returns: Json }
      listing_cards: { Args: { p_locations: string[] }; Returns: Json }
      location_by_slug: { Args: { p_key: string }; Returns: Json }
      mark_arrived: {
        Args: { p_appointment: string; p_arrived?: boolean }
        Returns: Json
      }
      mark_no_show: { Args: { p_appointment: string }; Returns: Json }
      mark_presence: {
        Args: {
          p_appointment: string
          p_came: boolean
          p_seen?: Database["public"]["Enums"]["appointment_state"]
        }
        Returns: Json
      }
      mark_reports: { Args: { p_first?: string }; Returns: undefined }
      match_freed: { Args: Record<PropertyKey, never>; Returns: number }
      matching_order: {
        Args: { p_location: string; p_order: string }
        Returns: Json
      }
      matching_order_images: {
        Args: { p_location: string; p_order: string }
        Returns: Json
      }
      matching_orders: {
        Args: {
          p_dismissed?: boolean
          p_limit?: number
          p_location: string
          p_offset?: number
        }
        Returns: Json
      }
      merge_customers: {
        Args: { p_company: string; p_gone: string; p_kept: string }
        Returns: string
      }
      missing_tax_data: { Args: { p_company: string }; Returns: string[] }
      move_back: {
        Args: {
          p_notify?: Database["public"]["Enums"]["move_notice"]
          p_seen: string[]
          p_to: string[]
          p_visits: string[]
        }
        Returns: Json
      }
      move_following: {
        Args: {
          p_anyway?: string[]
          p_appointment: string
          p_employee?: string
          p_later?: string[]
          p_later_versions?: string[]
          p_notify: Database["public"]["Enums"]["move_notice"]
          p_reason?: string
          p_seen?: string[]
          p_skipped?: string[]
          p_starts_at: string
        }
        Returns: Json
      }
      name_account: {
        Args: { p_account: string; p_ref: string }
        Returns: string
      }
      next_starts: {
        Args: {
          p_employee?: string
          p_from?: string
          p_limit?: number
          p_location: string
          p_now?: string
          p_services: string[]
        }
        Returns: {
          employee_ids: string[]
          ends_at: string
          starts_at: string
        }[]
      }
      next_starts_by_hand: {
        Args: {
          p_employee?: string
          p_from?: string
          p_limit?: number
          p_location: string
          p_services: string[]
        }
        Returns: {
          employee_ids: string[]
          ends_at: string
          starts_at: string
        }[]
      }
      normalise_phones: {
        Args: { p_after?: string; p_limit?: number; p_table: string }
        Returns: Json
      }
      notify_of_move: { Args: { p_appointment: string }; Returns: Json }
      nudge_orders: { Args: { p_limit?: number }; Returns: number }
      object_commission: {
        Args: { p_item: string; p_reason: string }
        Returns: Json
      }
      open_customer: {
        Args: { p_again?: boolean; p_company: string; p_customer: string }
        Returns: Json
      }
      open_customer_file: {
        Args: { p_company: string; p_customer: string; p_id: string }
        Returns: Json
      }
      open_health: {
        Args: { p_again?: boolean; p_company: string; p_customer: string }
        Returns: Json
      }
      open_own_data: {
        Args: { p_link: string; p_secret: string }
        Returns: string
      }
      open_tasks: { Args: { p_location: string }; Returns: Json }
      open_ticket: {
        Args: {
          p_email: string
          p_name: string
          p_subject: Database["public"]["Enums"]["ticket_subject"]
          p_text: string
        }
        Returns: Json
      }
      opening_hours: {
        Args: { p_location: string }
        Returns: {
          ends: string
          starts: string
          weekday: number
        }[]
      }
      operator_companies: {
        Args: { p_only?: string; p_words?: string }
        Returns: Json
      }
      operator_company: { Args: { p_company: string }; Returns: Json }
      operator_decide_objection: {
        Args: { p_grant: boolean; p_item: string; p_reason: string }
        Returns: undefined
      }
      operator_figures: { Args: { p_days?: number }; Returns: Json }
      operator_import_transfers: { Args: { p_lines: Json }; Returns: Json }
      operator_invoices: {
        Args: { p_open?: boolean; p_page?: number }
        Returns: Json
      }
      operator_lift_partner: {
        Args: { p_partner: string; p_reason: string }
        Returns: undefined
      }
      operator_lift_suspension: {
        Args: { p_company: string; p_reason: string }
        Returns: undefined
      }
      operator_log: { Args: { p_page?: number }; Returns: Json }
      operator_looks: { Args: { p_company: string }; Returns: Json }
      operator_mark_paid: {
        Args: { p_invoice: string; p_reason: string }
        Returns: undefined
      }
      operator_match_transfer: {
        Args: { p_number: string; p_reason: string; p_transfer: string }
        Returns: undefined
      }
      operator_messages: { Args: { p_page?: number }; Returns: Json }
      operator_money: { Args: Record<PropertyKey, never>; Returns: Json }
      operator_partner: { Args: { p_partner: string }; Returns: Json }
      operator_partner_person: {
        Args: { p_partner: string; p_reason: string }
        Returns: Json
      }
      operator_partners: {
        Args: { p_page?: number; p_words?: string }
        Returns: Json
      }
      operator_report: { Args: { p_report: string }; Returns: Json }
      operator_reporter: {
        Args: { p_reason: string; p_report: string }
        Returns: Json
      }
      operator_reports: {
        Args: { p_page?: number; p_state?: string }
        Returns: Json
      }
      operator_reverse_invoice: {
        Args: { p_again?: boolean; p_invoice: string; p_reason: string }
        Returns: string
      }
      operator_self: { Args: Record<PropertyKey, never>; Returns: Json }
      operator_send_again: {
        Args: { p_message: string; p_reason: string }
        Returns: undefined
      }
      operator_settle_alert: {
        Args: { p_alert: number; p_reason: string }
        Returns: undefined
      }
      operator_settle_referral: {
        Args: {
          p_reason: string
          p_referral: string
          p_state: Database["public"]["Enums"]["referral_state"]
        }
        Returns: undefined
      }
      operator_settle_ticket: {
        Args: {
          p_state: Database["public"]["Enums"]["ticket_state"]
          p_ticket: string
        }
        Returns: undefined
      }
      operator_suspend_company: {
        Args: {
          p_basis: string
          p_company: string
          p_facts: string
          p_scope?: string
        }
        Returns: string
      }
      operator_suspend_partner: {
        Args: { p_partner: string; p_reason: string }
        Returns: undefined
      }
      operator_tax_report: {
        Args: { p_reason: string; p_year: number }
        Returns: Json
      }
      operator_tickets: {
        Args: {
          p_page?: number
          p_state?: Database["public"]["Enums"]["ticket_state"]
        }
        Returns: Json
      }
      opt_out: {
        Args: { p_one_click?: boolean; p_token: string }
        Returns: Json
      }
      opt_out_token: { Args: { p_message: string }; Returns: string }
      order_employees: {
        Args: { p_ids: string[]; p_location: string }
        Returns: undefined
      }
      order_image_stored: {
        Args: { p_image: string; p_order: string; p_secret: string }
        Returns: undefined
      }
      order_images: {
        Args: { p_order: string; p_secret?: string }
        Returns: Json
      }
      order_payment_reads: { Args: { p_limit?: number }; Returns: number }
      order_pictures: {
        Args: { p_ids: string[]; p_location: string }
        Returns: undefined
      }
      order_services: {
        Args: { p_ids: string[]; p_location: string }
        Returns: undefined
      }
      order_thread: {
        Args: { p_location: string; p_order: string }
        Returns: Json
      }
      own_account_data: { Args: Record<PropertyKey, never>; Returns: Json }
      own_billing: { Args: { p_company: string }; Returns: Json }
      own_data: { Args: { p_link: string; p_pass: string }; Returns: Json }
      own_guest_bookings: {
        Args: Record<PropertyKey, never>
        Returns: {
          city: string
          id: string
          location_name: string
          starts_at: string
          state: Database["public"]["Enums"]["appointment_state"]
          time_zone: string
          withdrawn: boolean
        }[]
      }
      own_memberships: {
        Args: Record<PropertyKey, never>
        Returns: {
          company_id: string
          company_name: string
          rights: Database["public"]["Enums"]["member_right"][]
          role: Database["public"]["Enums"]["member_role"]
          second_factor_due: boolean
        }[]
      }
      own_partners: { Args: Record<PropertyKey, never>; Returns: Json }
      own_payments: { Args: Record<PropertyKey, never>; Returns: Json }
      own_places: {
        Args: Record<PropertyKey, never>
        Returns: {
          city: string
          id: string
          name: string
          time_zone: string
        }[]
      }
      own_reviews: {
        Args: Record<PropertyKey, never>
        Returns: {
          appointment_id: string
          rating: number
        }[]
      }
      own_search_orders: { Args: Record<PropertyKey, never>; Returns: Json }
      own_sessions: {
        Args: Record<PropertyKey, never>
        Returns: {
          created_at: string
          id: string
          present: boolean
          seen_at: string
          user_agent: string
        }[]
      }
      pause_location: {
        Args: { p_location: string }
        Returns: Database["public"]["Enums"]["location_state"]
      }
      peek_booking_thread: {
        Args: { p_appointment: string; p_secret?: string }
        Returns: Json
      }
      peek_request_threads: {
        Args: { p_order: string; p_secret?: string }
        Returns: Json
      }
      picture_files: {
        Args: { p_id: string; p_location: string }
        Returns: {
          crop_left: number
          path: string
          source_path: string
        }[]
      }
      prepare_sandbox: {
        Args: { p_parts: Json; p_ready: number; p_user: string }
        Returns: string
      }
      preview_erasure: {
        Args: { p_company: string; p_customer: string }
        Returns: Json
      }
      preview_import: {
        Args: { p_import: string; p_mapping: Json }
        Returns: Json
      }
      preview_merge: {
        Args: { p_company: string; p_gone: string; p_kept: string }
        Returns: Json
      }
      propose_all: { Args: { p_disruption: string }; Returns: Json }
      propose_move: {
        Args: {
          p_appointment: string
          p_disruption: string
          p_employee?: string
          p_starts_at: string
        }
        Returns: Database["public"]["Enums"]["disruption_state"]
      }
      propose_some: {
        Args: { p_disruption: string; p_limit?: number }
        Returns: Json
      }
      publish_location: {
        Args: { p_location: string }
        Returns: Database["public"]["Enums"]["location_state"]
      }
      publishing_checklist: {
        Args: { p_location: string }
        Returns: {
          done: boolean
          step: string
        }[]
      }
      put_contact_first: {
        Args: { p_company: string; p_customer: string; p_id: string }
        Returns: undefined
      }
      put_transfer_back: {
        Args: { p_attempt: number; p_transfer: string }
        Returns: undefined
      }
      read_feed: {
        Args: { p_consumer: string; p_limit?: number }
        Returns: Json
      }
      read_transfer: {
        Args: {
          p_after: number
          p_attempt: number
          p_limit?: number
          p_transfer: string
        }
        Returns: Json
      }
      rebuild_availability: {
        Args: { p_after?: string; p_limit?: number }
        Returns: Json
      }
      receive_account_event: {
        Args: {
          p_account: string
          p_event: string
          p_kind: string
          p_payment?: string
          p_provider: string
          p_ref?: string
        }
        Returns: Json
      }
      receive_provider_event: {
        Args: {
          p_event: string
          p_kind: string
          p_provider: string
          p_ref: string
        }
        Returns: Json
      }
      refer_company: {
        Args: { p_code: string; p_company: string }
        Returns: undefined
      }
      refresh_suggestions: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      refund_payment: {
        Args: {
          p_amount_cents?: number
          p_key: string
          p_note?: string
          p_payment: string
        }
        Returns: Json
      }
      refund_test_payment: {
        Args: { p_cents: number; p_key: string; p_ref: string }
        Returns: Json
      }
      register_company: {
        Args: { p_agreements?: string[]; p_name: string; p_phone?: string }
        Returns: string
      }
      release_hold: {
        Args: { p_appointment: string; p_secret?: string }
        Returns: Json
      }
      remove_customer_contact: {
        Args: { p_company: string; p_customer: string; p_id: string }
        Returns: undefined
      }
      remove_customer_file: {
        Args: { p_company: string; p_customer: string; p_id: string }
        Returns: undefined
      }
      remove_customer_relative: {
        Args: { p_company: string; p_customer: string; p_id: string }
        Returns: undefined
      }
      remove_member: {
        Args: { p_company: string; p_user: string }
        Returns: undefined
      }
      remove_order_image: {
        Args: { p_image: string; p_order: string; p_secret: string }
        Returns: undefined
      }
      removed_reviews: { Args: { p_location: string }; Returns: Json }
      rename_resource_kind: {
        Args: { p_from: string; p_location: string; p_to: string }
        Returns: undefined
      }
      reopen_appointment: { Args: { p_appointment: string }; Returns: Json }
      reopen_company: { Args: { p_company: string }; Returns: undefined }
      repeat_appointment: {
        Args: {
          p_anyway?: number[]
          p_appointment: string
          p_count: number
          p_idempotency_key?: string
          p_moved?: number[]
          p_moved_to?: string[]
          p_notify?: boolean
          p_skipped?: number[]
          p_weeks: number
        }
        Returns: Json
      }
      replace_in_event: {
        Args: {
          p_disruption: string
          p_employee?: string
          p_event: string
          p_resource?: string
        }
        Returns: Database["public"]["Enums"]["disruption_state"]
      }
      replace_location_hours: {
        Args: { p_location: string; p_rows: Json; p_was?: Json }
        Returns: undefined
      }
      replace_working_hours: {
        Args: { p_employee: string; p_rows: Json; p_was?: Json }
        Returns: undefined
      }
      reply_review: {
        Args: { p_reply: string; p_review: string; p_version: number }
        Returns: undefined
      }
      report_content: {
        Args: {
          p_email?: string
          p_explanation: string
          p_good_faith?: boolean
          p_ground: string
          p_kind: string
          p_name?: string
          p_target: string
        }
        Returns: Json
      }
      report_figures: {
        Args: { p_days?: number; p_last: string; p_location: string }
        Returns: Json
      }
      report_rows: {
        Args: {
          p_by?: string
          p_first: string
          p_last: string
          p_location: string
        }
        Returns: Json
      }
      request_account_deletion: {
        Args: Record<PropertyKey, never>
        Returns: string
      }
      request_booking_links: { Args: { p_email: string }; Returns: undefined }
      request_own_data: { Args: { p_email: string }; Returns: undefined }
      request_threads: {
        Args: { p_order: string; p_secret?: string }
        Returns: Json
      }
      reschedule_appointment:
        | {
            Args: {
              p_appointment: string
              p_early_start?: string
              p_employee?: string
              p_idempotency_key?: string
              p_reason?: string
              p_secret?: string
              p_starts_at: string
            }
            Returns: Json
          }
        | {
            Args: {
              p_anyway: boolean
              p_appointment: string
              p_early_start?: string
              p_employee?: string
              p_idempotency_key?: string
              p_notify: Database["public"]["Enums"]["move_notice"]
              p_reason?: string
              p_secret?: string
              p_seen?: string[]
              p_starts_at: string
            }
            Returns: Json
          }
        | {
            Args: {
              p_appointment: string
              p_early_start?: string
              p_employee?: string
              p_idempotency_key?: string
              p_notify: Database["public"]["Enums"]["move_notice"]
              p_reason?: string
              p_secret?: string
              p_starts_at: string
            }
            Returns: Json
          }
      resend_invitation: { Args: { p_invitation: string }; Returns: undefined }
      reset_sandbox: { Args: { p_user: string }; Returns: boolean }
      reset_sandboxes: { Args: { p_ready: number }; Returns: number }
      restore_appointment:
        | { Args: { p_appointment: string }; Returns: Json }
        | { Args: { p_anyway: boolean; p_appointment: string }; Returns: Json }
      restore_following: {
        Args: {
          p_anyway?: boolean
          p_appointment: string
          p_skipped?: string[]
        }
        Returns: Json
      }
      resume_waiting: {
        Args: { p_order: string; p_secret?: string }
        Returns: undefined
      }
      return_proposals: { Args: { p_limit?: number }; Returns: number }
      rooms_for_appointment: { Args: { p_appointment: string }; Returns: Json }
      roster: {
        Args: { p_first: string; p_last: string; p_location: string }
        Returns: Json
      }
      rotate_visitor_key: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      run_dunning: { Args: { p_limit?: number }; Returns: number }
      run_waves: { Args: { p_limit?: number }; Returns: number }
      sandbox_messages: {
        Args: { p_id?: string; p_user: string }
        Returns: {
          appointment_id: string | null
          attempts: number
          audience: Database["public"]["Enums"]["actor_kind"]
          channel: string
          company_id: string | null
          cost_cents: number | null
          created_at: string
          customer_id: string | null
          dedupe_key: string | null
          delivered_at: string | null
          expires_at: string | null
          handed_over_at: string | null
          id: string
          kind: string
          last_error: string
          next_attempt_at: string
          parent_id: string | null
          payload: NonNullable<Json>
          priority: number
          provider: string | null
          provider_id: string | null
          purpose: Database["public"]["Enums"]["message_purpose"]
          recipient: string
          rule_id: string | null
          segments: number | null
          sent_at: string | null
          settled_at: string | null
          state: Database["public"]["Enums"]["message_state"]
          user_id: string | null
        }[]
        SetofOptions: {
          from: "*"
          to: "messages"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      sandbox_until: { Args: Record<PropertyKey, never>; Returns: string }
      save_health: {
        Args: {
          p_company: string
          p_customer: string
          p_note: string
          p_version?: string
        }
        Returns: undefined
      }
      save_offer_rule: {
        Args: {
          p_active?: boolean
          p_discount: number
          p_from?: number
          p_gap: number
          p_horizon: number
          p_location: string
          p_new?: boolean
          p_per_day: number
          p_rule?: string
          p_services: string[]
          p_text?: string
          p_to?: number
        }
        Returns: string
      }
      save_offer_template: {
        Args: {
          p_company: string
          p_name: string
          p_template?: string
          p_text: string
        }
        Returns: string
      }
      save_relative: {
        Args: { p_birth_year?: number; p_name: string }
        Returns: undefined
      }
      save_review: {
        Args: {
          p_anonymous?: boolean
          p_answers?: Json
          p_appointment: string
          p_rating: number
          p_secret?: string
          p_text?: string
          p_version?: number
        }
        Returns: Json
      }
      save_search_order_draft: {
        Args: { p_draft: Json; p_order?: string; p_secret: string }
        Returns: string
      }
      save_view: {
        Args: {
          p_company: string
          p_default?: boolean
          p_list: string
          p_name: string
          p_query: string
        }
        Returns: string
      }
      search_facets: {
        Args: {
          p_attributes?: string[]
          p_bounds?: number[]
          p_category?: string
          p_city_id?: number
          p_date?: string
          p_date_to?: string
          p_from_minute?: number
          p_languages?: string[]
          p_latitude?: number
          p_longitude?: number
          p_max_price_cents?: number
          p_min_price_cents?: number
          p_min_rating?: number
          p_open_now?: boolean
          p_postal_code?: string
          p_radius_km?: number
          p_text?: string
          p_to_minute?: number
        }
        Returns: Json
      }
      search_locations: {
        Args: {
          p_attributes?: string[]
          p_bounds?: number[]
          p_category?: string
          p_city_id?: number
          p_cursor?: string
          p_date?: string
          p_date_to?: string
          p_from_minute?: number
          p_languages?: string[]
          p_latitude?: number
          p_limit?: number
          p_longitude?: number
          p_max_price_cents?: number
          p_min_price_cents?: number
          p_min_rating?: number
          p_offset?: number
          p_open_now?: boolean
          p_postal_code?: string
          p_radius_km?: number
          p_sort?: string
          p_text?: string
          p_to_minute?: number
        }
        Returns: {
          city: string
          cursor: string
          distance_km: number
          district: string
          id: string
          image: Json
          latitude: number
          longitude: number
          name: string
          next_starts: Json
          postal_code: string
          rating_average: number
          rating_count: number
          services: Json
          slug: string
          street: string
          time_zone: string
        }[]
      }
      seat_some: {
        Args: { p_after?: string; p_disruption: string; p_limit?: number }
        Returns: Json
      }
      second_factor_missing: {
        Args: Record<PropertyKey, never>
        Returns: boolean
      }
      see_offers: {
        Args: { p_order: string; p_secret?: string }
        Returns: undefined
      }
      send_offer: {
        Args: {
          p_employees?: string[]
          p_hours?: number
          p_key?: string
          p_location: string
          p_order: string
          p_price_cents?: number
          p_services: string[]
          p_starts: string[]
          p_text?: string
        }
        Returns: Json
      }
      set_default_view: {
        Args: { p_default: boolean; p_view: string }
        Returns: undefined
      }
      set_payment_rule: {
        Args: {
          p_cents?: number
          p_keeps_on_no_show?: boolean
          p_late_percent?: number
          p_location: string
          p_mode?: string
          p_percent?: number
          p_service?: string
        }
        Returns: undefined
      }
      set_second_factor_duty: {
        Args: {
          p_company: string
          p_from?: Database["public"]["Enums"]["member_role"]
        }
        Returns: undefined
      }
      settle_commission: { Args: { p_limit?: number }; Returns: number }
      settle_disrupted: {
        Args: {
          p_appointment: string
          p_disruption: string
          p_state: Database["public"]["Enums"]["disruption_state"]
        }
        Returns: Database["public"]["Enums"]["disruption_state"]
      }
      settle_disrupted_event: {
        Args: {
          p_disruption: string
          p_event: string
          p_state: Database["public"]["Enums"]["disruption_state"]
        }
        Returns: Database["public"]["Enums"]["disruption_state"]
      }
      settle_message: { Args: { p_message: string }; Returns: undefined }
      settle_payments: { Args: { p_limit?: number }; Returns: number }
      settle_question: {
        Args: { p_location: string; p_order: string }
        Returns: undefined
      }
      settle_thread: { Args: { p_appointment: string }; Returns: undefined }
      share_booking: {
        Args: {
          p_appointment: string
          p_secret?: string
          p_secret_hash: string
        }
        Returns: undefined
      }
      share_request: {
        Args: { p_order: string; p_secret?: string; p_secret_hash: string }
        Returns: undefined
      }
      shared_booking: {
        Args: { p_appointment: string; p_secret: string }
        Returns: Json
      }
      stage_import: {
        Args: {
          p_attempt: number
          p_lines: Json
          p_table: string
          p_transfer: string
        }
        Returns: number
      }
      start_import: {
        Args: { p_import: string; p_mapping?: Json }
        Returns: undefined
      }
      start_payment: {
        Args: {
          p_appointment: string
          p_contact?: Json
          p_early_start?: string
          p_secret?: string
        }
        Returns: Json
      }
      start_test_payment: { Args: { p_payment: string }; Returns: Json }
      stop_import: { Args: { p_import: string }; Returns: undefined }
      submit_search_order: {
        Args: {
          p_consent?: boolean
          p_contact: Json
          p_order: string
          p_secret: string
        }
        Returns: string
      }
      suggest: {
        Args: { p_field?: string; p_limit?: number; p_text?: string }
        Returns: {
          detail: string
          kind: string
          label: string
          slug: string
        }[]
      }
      suggest_starts: {
        Args: {
          p_employee?: string
          p_location: string
          p_order: string
          p_services: string[]
        }
        Returns: Json
      }
      sweep_waiting: { Args: { p_limit?: number }; Returns: number }
      tag_customers: {
        Args: {
          p_company: string
          p_customers: string[]
          p_given: boolean
          p_tag: string
        }
        Returns: Json
      }
      take_events_back: {
        Args: { p_event: string; p_version: string }
        Returns: Json
      }
      tell_alerts: { Args: { p_limit?: number }; Returns: number }
      tend_reviews: { Args: { p_limit?: number }; Returns: number }
      tidy_payments: { Args: { p_limit?: number }; Returns: number }
      unblock_order_customer: { Args: { p_block: string }; Returns: undefined }
      unblock_time: {
        Args: { p_block: string; p_following?: boolean; p_seen?: string[] }
        Returns: number
      }
      undo_import: { Args: { p_import: string }; Returns: undefined }
      undo_merge: {
        Args: { p_company: string; p_merge: string }
        Returns: Json
      }
      unshare_booking: {
        Args: { p_appointment: string; p_secret?: string }
        Returns: undefined
      }
      upcoming_events: {
        Args: {
          p_event?: string
          p_from?: string
          p_location: string
          p_to?: string
        }
        Returns: {
          cancellation_hours: number
          closes_at: string
          description: string
          employee_id: string
          ends_at: string
          free_seats: number
          id: string
          price_cents: number
          seats: number
          service_id: string
          starts_at: string
          title: string
        }[]
      }
      update_package: {
        Args: {
          p_active?: boolean
          p_description?: string
          p_name: string
          p_package: string
          p_price_cents: number
          p_services: string[]
          p_version: string
        }
        Returns: string
      }
      use_billing: {
        Args: { p_from?: string; p_seller: Json }
        Returns: undefined
      }
      use_of_people: {
        Args: { p_days?: number; p_last: string; p_location: string }
        Returns: Json
      }
      use_payment_provider: {
        Args: { p_live?: boolean; p_provider: string }
        Returns: undefined
      }
      visitor_signing_key: { Args: Record<PropertyKey, never>; Returns: string }
      visits_by_day: {
        Args: { p_days?: number; p_last: string; p_location: string }
        Returns: Json
      }
      wait_for_event: {
        Args: { p_contact: Json; p_event: string; p_seats: number }
        Returns: string
      }
      waiting_answers: {
        Args: { p_limit?: number; p_location: string }
        Returns: Json
      }
      waiting_messages: {
        Args: { p_limit?: number; p_location: string }
        Returns: Json
      }
      withdraw_appointment: {
        Args: { p_appointment: string; p_secret?: string }
        Returns: Json
      }
      withdraw_invitation: {
        Args: { p_invitation: string }
        Returns: undefined
      }
      withdraw_offer: {
        Args: { p_offer: string; p_reason: string }
        Returns: Json
      }
      withdraw_search_order: {
        Args: { p_order: string; p_secret?: string }
        Returns: undefined
      }
      write_to_business: {
        Args: { p_appointment: string; p_secret?: string; p_text: string }
        Returns: undefined
      }
      write_to_customer: {
        Args: { p_appointment: string; p_text: string }
        Returns: undefined
      }
    }
    Enums: {
      actor_kind: "customer" | "business" | "system"
      appointment_state:
        | "held"
        | "requested"
        | "confirmed"
        | "completed"
        | "no_show"
        | "cancelled"
        | "declined"
        | "expired"
        | "awaiting_payment"
      booking_way: "online" | "request" | "phone"
      commission_state: "open" | "objected" | "waived" | "invoiced"
      company_state: "active" | "suspended" | "closed"
      disruption_state:
        | "open"
        | "proposed"
        | "accepted"
        | "call"
        | "moved"
        | "cancelled"
        | "kept"
      exception_kind: "closed" | "open"
      hold_purpose: "customer" | "proposal" | "offer" | "waitlist" | "assistant"
      invoice_kind: "standard" | "small_business" | "reverse_charge"
      invoice_state: "issued" | "paid" | "reversed"
      location_state: "draft" | "published" | "paused"
      member_right:
        | "all_calendars"
        | "all_customers"
        | "book"
        | "move"
        | "cancel"
        | "export"
        | "health"
        | "appointment_price"
        | "reports"
        | "contact_data"
      member_role: "staff" | "reception" | "manager" | "owner"
      message_purpose: "transactional" | "marketing"
      message_state:
        | "queued"
        | "sending"
        | "sent"
        | "failed"
        | "skipped"
        | "delivered"
        | "bounced"
        | "unknown"
      money_account:
        | "provider_balance"
        | "prepaid"
        | "refunds_due"
        | "revenue"
        | "fee_income"
        | "provider_fee"
        | "disputed"
        | "bank"
        | "voucher_liability"
        | "receivable"
        | "plan_revenue"
        | "commission_revenue"
        | "vat"
        | "platform_bank"
        | "partner_cost"
      move_notice: "ask" | "always" | "never"
      notice_pace: "now" | "hourly" | "daily" | "never"
      notice_scope: "all" | "own" | "none"
      notice_topic: "booked" | "requested" | "cancelled" | "moved" | "offers"
      offer_origin: "hand" | "rule" | "waitlist"
      offer_state: "sent" | "accepted" | "declined" | "withdrawn" | "expired"
      order_scope: "draft" | "own" | "read"
      order_state: "draft" | "open" | "matched" | "withdrawn" | "expired"
      partner_state: "active" | "suspended" | "left"
      payment_account_state: "none" | "onboarding" | "active" | "restricted"
      payment_state: "open" | "processing" | "paid" | "failed" | "expired"
      referral_state: "pending" | "earned" | "rejected" | "paid"
      refund_state: "asked" | "done" | "failed" | "withdrawn"
      review_state: "published" | "reported" | "removed" | "held_back"
      service_vat: "19" | "7" | "exempt"
      staff_absence: "not" | "allowed"
      taxpayer: "person" | "firm"
      ticket_state: "open" | "answered" | "closed"
      ticket_subject:
        | "booking"
        | "account"
        | "business"
        | "order"
        | "review"
        | "privacy"
        | "accessibility"
        | "other"
      transfer_direction: "export" | "import"
      transfer_state: "waiting" | "running" | "done" | "failed"
      waitlist_mode: "automatic" | "by_hand" | "off"
      wish_kind: "order" | "waitlist" | "alert"
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] &
        DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] &
        DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  public: {
    Enums: {
      actor_kind: ["customer", "business", "system"],
      appointment_state: [
        "held",
        "requested",
        "confirmed",
        "completed",
        "no_show",
        "cancelled",
        "declined",
        "expired",
        "awaiting_payment",
      ],
      booking_way: ["online", "request", "phone"],
      commission_state: ["open", "objected", "waived", "invoiced"],
      company_state: ["active", "suspended", "closed"],
      disruption_state: [
        "open",
        "proposed",
        "accepted",
        "call",
        "moved",
        "cancelled",
        "kept",
      ],
      exception_kind: ["closed", "open"],
      hold_purpose: ["customer", "proposal", "offer", "waitlist", "assistant"],
      invoice_kind: ["standard", "small_business", "reverse_charge"],
      invoice_state: ["issued", "paid", "reversed"],
      location_state: ["draft", "published", "paused"],
      member_right: [
        "all_calendars",
        "all_customers",
        "book",
        "move",
        "cancel",
        "export",
        "health",
        "appointment_price",
        "reports",
        "contact_data",
      ],
      member_role: ["staff", "reception", "manager", "owner"],
      message_purpose: ["transactional", "marketing"],
      message_state: [
        "queued",
        "sending",
        "sent",
        "failed",
        "skipped",
        "delivered",
        "bounced",
        "unknown",
      ],
      money_account: [
        "provider_balance",
        "prepaid",
        "refunds_due",
        "revenue",
        "fee_income",
        "provider_fee",
        "disputed",
        "bank",
        "voucher_liability",
        "receivable",
        "plan_revenue",
        "commission_revenue",
        "vat",
        "platform_bank",
        "partner_cost",
      ],
      move_notice: ["ask", "always", "never"],
      notice_pace: ["now", "hourly", "daily", "never"],
      notice_scope: ["all", "own", "none"],
      notice_topic: ["booked", "requested", "cancelled", "moved", "offers"],
      offer_origin: ["hand", "rule", "waitlist"],
      offer_state: ["sent", "accepted", "declined", "withdrawn", "expired"],
      order_scope: ["draft", "own", "read"],
      order_state: ["draft", "open", "matched", "withdrawn", "expired"],
      partner_state: ["active", "suspended", "left"],
      payment_account_state: ["none", "onboarding", "active", "restricted"],
      payment_state: ["open", "processing", "paid", "failed", "expired"],
      referral_state: ["pending", "earned", "rejected", "paid"],
      refund_state: ["asked", "done", "failed", "withdrawn"],
      review_state: ["published", "reported", "removed", "held_back"],
      service_vat: ["19", "7", "exempt"],
      staff_absence: ["not", "allowed"],
      taxpayer: ["person", "firm"],
      ticket_state: ["open", "answered", "closed"],
      ticket_subject: [
        "booking",
        "account",
        "business",
        "order",
        "review",
        "privacy",
        "accessibility",
        "other",
      ],
      transfer_direction: ["export", "import"],
      transfer_state: ["waiting", "running", "done", "failed"],
      waitlist_mode: ["automatic", "by_hand", "off"],
      wish_kind: ["order", "waitlist", "alert"],
    },
  },
} as const
